package io.weir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The arrows between the rooms of core point one way. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.weir");

    private static final String[] ROOMS = {
        "io.weir.local..", "io.weir.redis..", "io.weir.http..", "io.weir.resilience.."
    };

    @Test
    void vocabularyDependsOnNothing() {
        classes()
                .that()
                .resideInAPackage("io.weir")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.weir", "java..", "org.jspecify.annotations")
                .check(CORE);
    }

    @Test
    void roomsDoNotKnowEachOther() {
        for (String room : ROOMS) {
            for (String other : ROOMS) {
                if (!room.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(room)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(other)
                            .allowEmptyShould(true)
                            .check(CORE);
                }
            }
            noClasses()
                    .that()
                    .resideInAPackage(room)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.weir.config..", "io.weir.metrics..", "io.weir.micrometer..")
                    .allowEmptyShould(true)
                    .check(CORE);
        }
    }

    @Test
    void packagesAreFreeOfCycles() {
        SlicesRuleDefinition.slices()
                .matching("io.weir.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CORE);
    }

    @Test
    void onlyRedisAndConfigKnowRedisson() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.weir.redis..", "io.weir.config..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.redisson..")
                .check(CORE);
    }

    /** Few applications bring it: whoever else named it could not be loaded without. */
    @Test
    void onlyItsOwnPackageKnowsMicrometer_andOnlyConfigKnowsThat() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.weir.micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(CORE);
        noClasses()
                .that()
                .resideOutsideOfPackages("io.weir.micrometer..", "io.weir.config..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.micrometer..")
                .check(CORE);
    }

    @Test
    void coreKnowsNoContainer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta..", "javax.servlet..", "javax.ws..")
                .check(CORE);
    }

    /** An address is its bits and its text: what reads one cannot even ask for a name. */
    @Test
    void whoeverReadsAddressesCannotResolveNames() {
        noClasses()
                .that()
                .resideInAPackage("io.weir.http..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(InetAddress.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(SocketAddress.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.resolver..")
                .check(CORE);
    }

    /** Decisions are timed by Redis: what decides in Redis and what speaks HTTP cannot even ask this node's clock. */
    @Test
    void decisionsNeverAskTheClockOfTheNode() {
        for (String room : new String[] {"io.weir", "io.weir.http..", "io.weir.local.."}) {
            noClasses()
                    .that()
                    .resideInAPackage(room)
                    .should()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(Instant.class, "now")
                    .orShould()
                    .callMethod(Clock.class, "systemUTC")
                    .check(CORE);
        }
        noClasses()
                .that()
                .haveFullyQualifiedName("io.weir.redis.RedissonRateLimiter")
                .or()
                .haveFullyQualifiedName("io.weir.redis.Scripts")
                .or()
                .haveFullyQualifiedName("io.weir.redis.AcquireReply")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .check(CORE);
    }
}
