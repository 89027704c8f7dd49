// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File

import metronome.threads.{Heartbeat, HardwareThread}

/** The generator: `Generate CONFIGURATION.json FOLDER` writes the files that the configuration selects (see
  * [[Configuration]]) into the folder.
  *
  * Exit status: 0 written, 2 the configuration is invalid.
  */
object Generate {
  def main(args: Array[String]): Unit = try {
    val Array(file, folder) = args
    val configuration = Configuration.read(new File(file))
    new File(folder).mkdirs()
    val written = configuration match {
      case Configuration("core", Some(core), _) => GenerateCore.write(core, folder); true
      case Configuration("heartbeat", None, None) =>
        HardwareThread.write(new Heartbeat, "heartbeat", folder); true
      case Configuration(what, None, Some(units)) =>
        GenerateUnit.write(what, units, folder) || GenerateAdapter.write(what, units, folder)
      case _ => false
    }
    require(written, s"write ${configuration.write}: there are core, heartbeat, " +
      s"${GenerateUnit.names.mkString(", ")}, ${GenerateAdapter.names.mkString(", ")}")
  } catch {
    case wrong: IllegalArgumentException =>
      Console.err.println(s"Error: ${wrong.getMessage.stripPrefix("requirement failed: ")}")
      sys.exit(2)
  }
}
