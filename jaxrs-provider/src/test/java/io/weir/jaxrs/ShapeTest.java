package io.weir.jaxrs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
                .check(PROVIDER);
    }
}
