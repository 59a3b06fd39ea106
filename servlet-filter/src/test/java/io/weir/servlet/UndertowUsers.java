package io.weir.servlet;

import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import java.security.Principal;
import java.util.Set;

/** The users of {@link Container}, as Undertow asks for them. */
final class UndertowUsers implements IdentityManager {

    @Override
    public Account verify(Account account) {
        return account;
    }

    @Override
    public Account verify(String name, Credential credential) {
        String role = Container.USERS.get(name);
        boolean known = role != null
                && credential instanceof PasswordCredential password
                && Container.PASSWORD.equals(new String(password.getPassword()));
        return known ? account(name, role) : null;
    }

    @Override
    public Account verify(Credential credential) {
        return null;
    }

    private static Account account(String name, String role) {
        return new Account() {
            @Override
            public Principal getPrincipal() {
                return () -> name;
            }

            @Override
            public Set<String> getRoles() {
                return Set.of(role);
            }
        };
    }
}
