package io.weir.examples.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** How much two colours differ (WCAG 2.2, relative luminance and contrast ratio). Colours are as {@code rgb(31, 35, 40)}. */
final class Contrast {

    private static final Pattern RGB = Pattern.compile("rgb\\((\\d+), (\\d+), (\\d+)\\)");
    private static final double[] WEIGHTS = {0.2126, 0.7152, 0.0722};

    private Contrast() {}

    /** From 1 for the same to 21 for black and white. */
    static double between(String one, String other) {
        double darker = Math.min(luminance(one), luminance(other));
        double lighter = Math.max(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    /** From 0 for black to 1 for white. */
    static double luminance(String color) {
        Matcher rgb = RGB.matcher(color);
        if (!rgb.matches()) {
            throw new IllegalArgumentException("not opaque: " + color);
        }
        return IntStream.range(0, WEIGHTS.length)
                .mapToDouble(i -> WEIGHTS[i] * linear(Integer.parseInt(rgb.group(i + 1)) / 255.0))
                .sum();
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }
}
