package io.weir.examples.demo;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, as the system has it: nothing is downloaded. */
final class Browser implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts {@code chromedriver} and {@code chromium} from the PATH. */
    static Browser start() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath("chromium"));
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        // The sandbox wants what a container seldom grants, and /dev/shm is small there; the page is our own.
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run");
        // With both executables given Selenium Manager, which would look on the network, is not run.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver"))
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static File onPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "no " + command + " on the PATH; on Debian:"
                                        + " apt-get install chromium chromium-driver; or leave these tests out: -DexcludedGroups=browser"))
                .toFile();
    }

    /** Has every page that is opened from now on run this before its own scripts. */
    void beforeScripts(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    void open(URI address) {
        driver.get(address.toString());
    }

    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** As if the system had been set to it, as in {@code prefers-color-scheme} and {@code dark}. */
    void prefer(String feature, String value) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    String text(String id) {
        return driver.findElement(By.id(id)).getText();
    }

    void click(String id) {
        driver.findElement(By.id(id)).click();
    }

    /** Sends keys to whatever has the focus. */
    void type(CharSequence keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    String focused() {
        return driver.switchTo().activeElement().getDomProperty("id");
    }

    /** How many elements there are in the place with the id. */
    int count(String id, String selector) {
        return driver.findElements(By.cssSelector("#" + id + " " + selector)).size();
    }

    /** What a script returns. */
    Object run(String script) {
        return driver.executeScript(script);
    }

    /** What a script hands to its only argument, a function. */
    Object runAsync(String script) {
        return driver.executeAsyncScript(script);
    }

    /** What the console has shown since it was last asked for. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The answer to a request, or a request that may have got none: then without a status and fields. */
    record Exchange(String url, int status, Map<String, Object> fields) {}

    /** What went over the network since this was last asked for: each request, and each answer. */
    List<Exchange> exchanges() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> new Json().<Map<String, Object>>toType(entry.getMessage(), Json.MAP_TYPE))
                .map(entry -> at(entry, "message"))
                .flatMap(message -> exchange(String.valueOf(message.get("method")), at(message, "params")).stream())
                .toList();
    }

    private static Optional<Exchange> exchange(String event, Map<String, Object> parameters) {
        return switch (event) {
            case "Network.requestWillBeSent" ->
                Optional.of(
                        new Exchange(String.valueOf(at(parameters, "request").get("url")), 0, Map.of()));
            case "Network.responseReceived" -> {
                Map<String, Object> response = at(parameters, "response");
                int status = ((Number) response.get("status")).intValue();
                yield Optional.of(new Exchange(String.valueOf(response.get("url")), status, at(response, "headers")));
            }
            default -> Optional.empty();
        };
    }

    @SuppressWarnings("unchecked") // JSON
    private static Map<String, Object> at(Map<String, Object> parent, String name) {
        return (Map<String, Object>) parent.get(name);
    }

    /** Keeps what the page looks like, from top to bottom, as an artefact of the build. */
    void screenshot(String name) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
