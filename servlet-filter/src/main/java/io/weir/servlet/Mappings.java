package io.weir.servlet;

import io.weir.http.HttpGate;
import io.weir.http.Rule;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an application maps to the filter, and so which rules can hold for no request that it sees. */
final class Mappings {

    private static final Logger log = LoggerFactory.getLogger(RateLimitFilter.class);
    private static final String INSPECTED = Mappings.class.getName();
    private static final String EVERYTHING = "/**";

    /** What means something in the path of a rule, and nothing in a url-pattern. */
    private static final Pattern SPECIAL = Pattern.compile("[*{}?;%]");

    private final List<String> filters;
    private final Collection<String> servlets;
    private final String contextPath;

    private Mappings(FilterConfig config) {
        ServletContext context = config.getServletContext();
        contextPath = context.getContextPath();
        servlets = new ArrayList<>();
        Map<String, ? extends ServletRegistration> registered = context.getServletRegistrations();
        registered.values().forEach(servlet -> servlets.addAll(servlet.getMappings()));
        filters = new ArrayList<>();
        for (FilterRegistration filter : context.getFilterRegistrations().values()) {
            if (RateLimitFilter.class.getName().equals(filter.getClassName())
                    || filter.getName().equals(config.getFilterName())) {
                filter.getUrlPatternMappings().forEach(pattern -> filters.add(asPath(pattern)));
                for (String name : filter.getServletNameMappings()) {
                    ServletRegistration servlet = registered.get(name);
                    if (servlet != null) {
                        servlet.getMappings().forEach(pattern -> filters.add(asPath(pattern)));
                    }
                }
            }
        }
    }

    /** Looks at the rules of a gate and those that it reloads, once for all filters of the application. */
    static void inspect(FilterConfig config, HttpGate gate) {
        ServletContext context = config.getServletContext();
        if (context.getAttribute(INSPECTED) != gate) {
            context.setAttribute(INSPECTED, gate);
            gate.inspect(new Mappings(config)::look);
        }
    }

    private void look(Rule rule) {
        String inContext = contextPath + EVERYTHING;
        if (!contextPath.isEmpty()
                && rule.isWithin(List.of(inContext))
                && servlets.stream().noneMatch(mapping -> mapping.startsWith(contextPath + "/"))) {
            log.warn(
                    "Rule '{}' covers only what is below {}{}: paths are those within the application, without the context"
                            + " path {}. If nothing is there, the rule limits nothing: leave the context path out",
                    rule.name(),
                    contextPath,
                    contextPath,
                    contextPath);
        } else if (!filters.isEmpty() && !rule.meets(filters)) {
            log.warn(
                    "Rule '{}' limits nothing here: the filter sees {}, and no such path is one of the rule's; map the filter"
                            + " to /*",
                    rule.name(),
                    filters);
        }
    }

    /**
     * A url-pattern (Servlet 5.0, section 12.2) as the path of a rule: of an extension, and of what no path of a rule may
     * be, such as {@code /a*} or {@code /caf%C3%A9}, anything.
     */
    private static String asPath(String urlPattern) {
        if (urlPattern.isEmpty()) {
            return "/";
        }
        boolean prefix = urlPattern.endsWith("/*");
        String plain = prefix ? urlPattern.substring(0, urlPattern.length() - 2) : urlPattern;
        if (urlPattern.equals("/")
                || !urlPattern.startsWith("/")
                || SPECIAL.matcher(plain).find()) {
            return EVERYTHING;
        }
        return prefix ? plain + EVERYTHING : plain;
    }
}
