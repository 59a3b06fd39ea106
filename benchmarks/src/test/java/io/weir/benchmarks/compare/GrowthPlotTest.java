package io.weir.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class GrowthPlotTest {

    private static Curve curve(Axis axis, double first) {
        double[] weir = new double[axis.points().size()];
        double[] evalSha = new double[weir.length];
        Arrays.setAll(weir, i -> first * (i + 2));
        Arrays.setAll(evalSha, i -> first);
        return new Curve(axis, weir, evalSha);
    }

    @Test
    void pictureIsXml_withAPointForEveryFigure() throws Exception {
        List<Curve> curves =
                Axis.all(false).stream().map(axis -> curve(axis, 9_000)).toList();
        int points = curves.stream().mapToInt(curve -> curve.weir().length).sum();

        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(GrowthPlot.draw(curves).getBytes(StandardCharsets.UTF_8)));

        assertThat(picture.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(picture.getElementsByTagName("circle").getLength()).isEqualTo(2 * points);
    }

    @Test
    void tableSaysTheRatio_ofEveryPoint() {
        assertThat(curve(Axis.all(true).get(0), 100).table().markdown())
                .startsWith("| threads | Weir | evalsha | Weir / it |")
                .contains("| 1 | 200 | 100 | 2.00 |", "| 200 | 600 | 100 | 6.00 |");
    }
}
