package io.weir.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The demo's page in Chromium, with windows of some seconds. */
@Tag("browser")
class PageIT {

    private static final Duration WINDOW = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Years off. */
    private static final String WRONG_CLOCK = "Date.now = () => 0";

    private static Demo demo;
    private static Browser browser;
    private static long lastSent = System.nanoTime() - WINDOW.toNanos();

    private final List<Browser.Exchange> exchanges = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        System.setProperty("DEMO_WINDOW", WINDOW.toSeconds() + "s");
        demo = Demo.start(Arguments.parse("--port", "0"));
        Shell.awaitCounting(demo.address());
        browser = Browser.start();
        browser.beforeScripts(WRONG_CLOCK);
        browser.exchanges(); // the empty page that it starts with
    }

    @AfterAll
    static void stop() {
        System.clearProperty("DEMO_WINDOW");
        if (browser != null) {
            browser.close();
        }
        demo.close();
    }

    /** A page that has sent nothing yet. */
    @BeforeEach
    void open() {
        browser.resize(1280, 1240);
        browser.prefer("prefers-color-scheme", "light");
        browser.open(demo.address());
        await().atMost(PATIENCE).until(() -> browser.count("edges", ".edge") > 0);
    }

    /** Waits until both limiters have forgotten what other pages sent. */
    private static void awaitRoom() {
        await().atMost(PATIENCE).until(() -> System.nanoTime() - lastSent > WINDOW.toNanos());
    }

    @AfterEach
    void nothingWentWrongAndNobodyElseWasAsked() {
        look();
        if (!statuses("sliding").isEmpty()) {
            lastSent = System.nanoTime();
        }
        assertThat(browser.console()).allMatch(line -> line.contains("status of 429"), "tells of a refusal");
        assertThat(exchanges)
                .extracting(Browser.Exchange::url)
                .isNotEmpty()
                .allMatch(url -> url.startsWith(demo.address() + "/"), "is at the demo itself");
    }

    @Test
    void tenPassAndTheNextIsRefused_whenABurstIsSentAndOneMore() {
        awaitRoom();
        browser.click("burst");
        browser.click("one"); // at once: on a busy machine a window is soon over

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.text("sliding-refused")).isEqualTo("1"));
        assertThat(browser.count("marks", "circle.admitted")).isBetween(20, 21); // an edge may have been between
        assertThat(browser.count("marks", "path.refused")).isBetween(1, 2);
        assertThat(browser.text("sliding-admitted")).isEqualTo("10");
        assertThat(browser.text("sliding-most")).isEqualTo("10 of 10");
        assertThat(statuses("sliding")).hasSize(11).containsOnlyOnce(429);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.text("sliding-last")).isEqualTo("0 of 10"));
    }

    @Test
    void twentyPassTheFixedWindowAndTenTheSlidingOne_whenTheBurstIsAcrossAnEdge() throws IOException {
        Matcher told = burstAcross();

        keepScreenshots();
        assertThat(told.group("fixed")).isEqualTo("20");
        assertThat(told.group("sliding")).isEqualTo("10");
        assertThat(browser.text("fixed-most")).isEqualTo("20 of 10, over");
        assertThat(browser.text("sliding-most")).isEqualTo("10 of 10");
        assertThat(browser.text("fixed-refused")).isEqualTo("0");
        assertThat(browser.text("sliding-refused")).isEqualTo("10");
        assertThat(statuses("fixed")).hasSize(20).containsOnly(200);
        assertThat(Collections.frequency(statuses("sliding"), 200)).isEqualTo(10);
        assertThat(Collections.frequency(statuses("sliding"), 429)).isEqualTo(10);
        List<Long> ends = answers("fixed")
                .map(answer -> Long.valueOf(String.valueOf(answer.fields().get("X-RateLimit-Reset"))))
                .sorted()
                .toList();
        assertThat(ends.subList(0, 10)).containsOnly(ends.get(0));
        assertThat(ends.subList(10, 20)).containsOnly(ends.get(0) + WINDOW.toSeconds());
    }

    /** Presses until the machine is quick enough for the edge; each time on a page that has sent nothing yet. */
    private Matcher burstAcross() {
        Pattern late = Pattern.compile("The first burst came too late .*");
        Pattern done = Pattern.compile("Sent 10 before an edge and 10 after it, within [0-9.]+ s. "
                + "The fixed window let (?<fixed>\\d+) pass, the sliding window (?<sliding>\\d+).");
        for (int attempt = 1; attempt <= 5; attempt++) {
            awaitRoom();
            browser.click("across");
            await().atMost(PATIENCE)
                    .until(() -> late.matcher(browser.text("status")).matches()
                            || done.matcher(browser.text("status")).matches());
            Matcher matcher = done.matcher(browser.text("status"));
            if (matcher.matches()) {
                return matcher;
            }
            nothingWentWrongAndNobodyElseWasAsked();
            exchanges.clear();
            open();
        }
        throw new AssertionError("came too late each time");
    }

    private static void keepScreenshots() throws IOException {
        browser.screenshot("desktop-light");
        browser.prefer("prefers-color-scheme", "dark");
        browser.screenshot("desktop-dark");
        browser.resize(360, 1560);
        browser.screenshot("phone-dark");
    }

    @Test
    void everythingCanBeDone_whenThereAreOnlyKeys() {
        awaitRoom();
        browser.type(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("one");
        assertThat(browser.run("return getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        browser.type(Keys.ENTER);
        awaitStatus("Sent 1 to each. Sliding window: 1 admitted, 0 refused. .*");

        browser.type(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("burst");
        browser.type(Keys.SPACE);
        awaitStatus("Sent 10 to each. Sliding window: (9 admitted, 1|10 admitted, 0) refused. .*");

        browser.type(Keys.TAB);
        assertThat(browser.focused()).isEqualTo("across");
        browser.type(Keys.ENTER);
        await().untilAsserted(() -> assertThat(browser.text("across")).isEqualTo("Cancel"));
        browser.type(Keys.ENTER);
        awaitStatus("Cancelled.");
        await().untilAsserted(() -> assertThat(browser.text("across")).isEqualTo("Burst across the next edge"));
    }

    @Test
    void nothingIsWiderThanThePage_whenItIs360PixelsWide() {
        browser.resize(360, 740);

        assertThat(browser.run("return document.documentElement.clientWidth")).isEqualTo(360L);
        assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
        assertThat(browser.run("return [...document.querySelectorAll('button')]"
                        + ".every(button => button.getBoundingClientRect().height >= 44)"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void everyTextStandsOutFromItsBackground(String scheme) {
        browser.prefer("prefers-color-scheme", scheme);

        List<?> texts = (List<?>) browser.run("""
                const background = element => {
                  const color = getComputedStyle(element).backgroundColor;
                  return color === 'rgba(0, 0, 0, 0)' && element.parentElement ? background(element.parentElement) : color;
                };
                return [...document.querySelectorAll('body *')]
                    .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
                    .filter(element => element.getClientRects().length)
                    .map(element => {
                      const style = getComputedStyle(element);
                      return [element.textContent, element instanceof SVGElement ? style.fill : style.color,
                          background(element)];
                    })""");
        assertThat(texts)
                .hasSizeGreaterThan(30)
                .allSatisfy(text -> assertThat(Contrast.between(word(text, 1), word(text, 2)))
                        .as("%s", text)
                        .isGreaterThanOrEqualTo(4.5));
        assertThat(Contrast.luminance(word(texts.get(0), 2)) > 0.5).isEqualTo(scheme.equals("light"));
    }

    private static String word(Object list, int index) {
        return String.valueOf(((List<?>) list).get(index));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-preference", "reduce"})
    void thePictureStepsOnceASecond_whenMotionIsUnwanted(String motion) {
        browser.prefer("prefers-reduced-motion", motion);
        Long steps = (Long) browser.runAsync("""
                const done = arguments[0];
                let steps = 0;
                new MutationObserver(() => steps++).observe(document.getElementById('here'), { attributes: true });
                setTimeout(() => done(steps), 1500)""");

        if (motion.equals("reduce")) {
            assertThat(steps).isBetween(1L, 3L);
        } else {
            assertThat(steps).isGreaterThan(3);
        }
    }

    private static void awaitStatus(String pattern) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.text("status")).matches(pattern));
    }

    /** The statuses with which the address of the lane answered, in this test. */
    private List<Integer> statuses(String lane) {
        return answers(lane).map(Browser.Exchange::status).toList();
    }

    private Stream<Browser.Exchange> answers(String lane) {
        look();
        return exchanges.stream()
                .filter(exchange -> exchange.status() > 0 && exchange.url().endsWith("/window/" + lane));
    }

    private void look() {
        exchanges.addAll(browser.exchanges());
    }
}
