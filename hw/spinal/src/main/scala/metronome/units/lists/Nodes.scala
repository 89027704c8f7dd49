// SPDX-License-Identifier: Apache-2.0
package metronome.units.lists

import spinal.core._

/** Nodes of linked lists. A node is a task, or the marker of a list, which is before the list's first task and after
  * its last one. Two memories hold the links of all nodes. The links of an empty list are undefined, so a reset need
  * not write any.
  */
class Nodes(taskBits: Int, listBits: Int) {
  val bits: Int = 1 + (taskBits max listBits)
  val count: Int = 1 << bits

  def apply(): UInt = UInt(bits bits)
  def nodeOf(task: UInt): UInt = U"0" @@ task.resize(bits - 1)
  def markerOf(list: UInt): UInt = U"1" @@ list.resize(bits - 1)
  def isMarker(node: UInt): Bool = node.msb
  def taskOf(node: UInt): UInt = node.resize(taskBits)
  def listOf(marker: UInt): UInt = marker.resize(listBits)
}

/** A new link: from a node, to its neighbour. */
case class Link(nodes: Nodes) extends Bundle {
  val from, to = nodes()

  def set(from: UInt, to: UInt): Unit = {
    this.from := from
    this.to := to
  }
}

/** List of a task. `valid`: the task is in a list. */
case class Place(listBits: Int) extends Bundle {
  val valid = Bool()
  val list = UInt(listBits bits)
}
