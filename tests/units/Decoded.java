// SPDX-License-Identifier: Apache-2.0
// Asks the units' decoder for a bit that tells operations of the ready unit apart, by names: `one,other` from `others`.
// Prints the bit and its value, or why there is none.
import java.util.Arrays;

import metronome.units.Decode$;
import metronome.units.Operations;
import scala.collection.JavaConverters;
import scala.collection.Seq;

class Decoded {
    static Seq<Operations.Operation> named(String names) {
        var all = JavaConverters.seqAsJavaListConverter(Operations.Ready$.MODULE$.all()).asJava();
        var wanted = Arrays.asList(names.split(","));
        var found = all.stream().filter(operation -> wanted.contains(operation.name())).toList();
        return JavaConverters.asScalaBufferConverter(found).asScala().toSeq();
    }

    public static void main(String[] arguments) {
        try {
            System.out.println(Decode$.MODULE$.bitOf(4, named(arguments[0]), named(arguments[1])));
        } catch (IllegalArgumentException refused) {
            System.out.println(refused.getMessage());
        }
    }
}
