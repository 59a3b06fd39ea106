package io.weir.servlet;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import java.net.InetAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

/** The adapter translates and does not decide, and links on every Servlet release since 5.0. */
class ShapeTest {

    private static final JavaClasses ADAPTER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.weir.servlet");

    @Test
    void adapterKnowsGateAndConfigurationOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.redisson..", "io.weir.redis..", "io.weir.local..", "io.weir.resilience..")
                .check(ADAPTER);
    }

    @Test
    void filterIsTheOnlyPublicClass_andBesideItOnlyAsyncListenerIsImplemented() {
        assertThat(ADAPTER.stream().filter(type -> type.getModifiers().contains(PUBLIC)))
                .extracting(JavaClass::getFullName)
                .containsExactly(RateLimitFilter.class.getName());
        assertThat(ADAPTER.stream()
                        .flatMap(type -> type.getAllRawInterfaces().stream())
                        .filter(type -> type.getPackageName().startsWith("jakarta.")))
                .extracting(JavaClass::getFullName)
                .containsExactlyInAnyOrder(Filter.class.getName(), AsyncListener.class.getName());
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
                .check(ADAPTER);
    }

    @Test
    void everyCallLinks_onTheReleaseThatTheContainersImplement() {
        assertThat(ADAPTER.stream()
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(call -> call.getTargetOwner().getPackageName().startsWith("jakarta.servlet")))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.getTarget().resolveMember())
                        .as(call.getDescription())
                        .isPresent());
    }
}
