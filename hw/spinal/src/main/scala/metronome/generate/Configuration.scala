// SPDX-License-Identifier: Apache-2.0
package metronome.generate

import java.io.File
import java.nio.file.Files

import scala.collection.JavaConverters._
import scala.collection.mutable

import com.google.gson.{JsonElement, JsonObject, JsonParser}
import metronome.core.CoreParameters
import metronome.units.{Engine, UnitParameters}

/** An object in the configuration's JSON file. Each field is read once. A field that remains is an error. */
private class Section(name: String, json: JsonObject) {
  private val left = mutable.Set(json.entrySet.asScala.map(_.getKey).toSeq: _*)

  private def field(key: String): JsonElement = {
    require(left.remove(key), s"$name: the field $key is missing")
    json.get(key)
  }

  def text(key: String): String = field(key).getAsString
  def number(key: String): Int = field(key).getAsInt
  def is(key: String): Boolean = field(key).getAsBoolean

  def section[T](key: String)(read: Section => T): Option[T] =
    Some(field(key)).filterNot(_.isJsonNull).map(found => new Section(key, found.getAsJsonObject).all(read))

  def all[T](read: Section => T): T = {
    val found = read(this)
    require(left.isEmpty, s"$name: what is ${left.mkString(", ")}?")
    found
  }
}

/** The contents of the JSON file that `metro` writes for a configuration, with all fields. The schema
  * (scripts/metro/configuration/schema.py) has refused invalid combinations.
  *
  * @param write what to write: `core`, a unit, an adapter, or `heartbeat`, the example of a hardware thread
  * @param core  for `core`; it includes the units
  * @param units for a unit or an adapter; for a core, None if it has no units; for the example, None
  */
case class Configuration(write: String, core: Option[CoreParameters], units: Option[UnitParameters])

object Configuration {
  def read(file: File): Configuration = {
    val text = new String(Files.readAllBytes(file.toPath), "UTF-8")
    new Section("the configuration", new JsonParser().parse(text).getAsJsonObject).all { all =>
      val units = all.section("units")(readUnits)
      Configuration(all.text("write"), all.section("core")(readCore(units)), units)
    }
  }

  private def readCore(units: Option[UnitParameters])(core: Section) = {
    val contexts = core.number("contexts")
    val selfSwitch = core.is("self_switch")
    CoreParameters(
      iCacheSize = core.number("icache_bytes"),
      dCacheSize = core.number("dcache_bytes"),
      hotBytes = core.number("hot_bytes"),
      hotDataBytes = core.number("hot_data_bytes"),
      prediction = core.text("prediction"),
      userMode = core.is("user_mode"),
      userInterrupts = core.number("user_interrupts"),
      pmp = core.number("pmp"),
      compressed = core.is("compressed"),
      nativeBuses = core.is("native_buses"),
      debug = core.is("debug"),
      hardwareBreakpoints = core.number("breakpoints"),
      contexts = contexts,
      vectors = core.is("vectors"),
      selfSwitch = selfSwitch,
      guestSwitch = core.is("guest_switch"),
      accelerator = units.map(_.copy(more = contexts > 0, selfSwitch = selfSwitch))
    )
  }

  private def readUnits(units: Section): UnitParameters = {
    val engine = units.text("engine")
    val read = UnitParameters(
      tasks = units.number("tasks"),
      width = units.number("width"),
      engine = Engine.all.find(_.name == engine).getOrElse(throw new IllegalArgumentException(s"engine $engine")),
      time = units.is("time"),
      ready = units.is("ready"),
      timeBase = units.is("time_base"),
      events = units.number("events"),
      queueWords = units.number("queue_words"),
      flags = units.is("flags"),
      semaphores = units.is("semaphores"),
      mailboxes = units.is("mailboxes"),
      levels = units.number("levels"),
      waiting = units.number("waiting"),
      slices = units.is("slices"),
      slots = units.number("slots"),
      lines = units.number("lines"),
      guests = units.number("guests")
    )
    require(read.conflicts().isEmpty, read.conflicts().mkString("; "))
    read
  }
}
