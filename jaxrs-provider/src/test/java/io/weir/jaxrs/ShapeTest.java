package io.weir.jaxrs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.InetAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

/** What the provider depends on, and what of it can be seen. */
class ShapeTest {

    private static final JavaClasses PROVIDER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.weir.jaxrs");

    @Test
    void onlyTheBridgeNamesTheServletApi() {
        noClasses()
                .that()
                .doNotHaveSimpleName("ServletSurroundings")
                .and()
                .doNotHaveSimpleName("UndeployListener")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.servlet..")
                .check(PROVIDER);
    }

    @Test
    void noRuntimeIsNamed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.glassfish..", "org.jboss..", "org.redisson..", "io.weir.servlet..")
                .check(PROVIDER);
    }

    /** A container that is asked for the name of a peer asks a name server. */
    @Test
    void nobodyIsAskedForAName() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(InetAddress.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(SocketAddress.class)
                .orShould()
                .callMethodWhere(JavaCall.Predicates.target(HasName.Predicates.name("getRemoteHost")))
                .check(PROVIDER);
    }

    @Test
    void onlyWhatAnApplicationNamesIsPublic() {
        classes()
                .that()
                .arePublic()
                .should()
                .haveSimpleName("RateLimitFeature")
                .orShould()
                .haveSimpleName("RateLimited")
                .orShould()
                .haveSimpleName("PeerAddress")
                .orShould()
                .haveSimpleName("UndeployListener")
                .check(PROVIDER);
    }
}
