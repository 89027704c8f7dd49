// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import spinal.lib._
import vexriscv.VexRiscv
import vexriscv.ip.DataCache
import vexriscv.plugin._

/** A memory for data that must never miss the data cache: a block RAM next to it.
  *
  * Loads and stores take as many cycles as hits in the cache. The memory begins at [[HotDataPlugin.Base]], where LiteX
  * puts nothing. The SoC does not see it, and other bus masters cannot reach it. The core fetches nothing from it.
  *
  * The plugin fits any VexRiscv with five stages and a data cache of one way with words of 32 bits. DBusCachedPlugin
  * must come before it.
  *
  * @param bytes a power of two
  */
class HotDataPlugin(bytes: Int) extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  private val index = log2Up(bytes) - 1 downto 2
  private def holds(address: UInt): Bool = address(31 downto log2Up(bytes)) === HotDataPlugin.Base >> log2Up(bytes)

  /** A store in the write-back stage. */
  private class Store extends Bundle {
    val isValid = Bool()
    val address = UInt(index.size bits)
    val data = Bits(32 bits)
    val mask = Bits(4 bits)

    /** The word that a load gets if it read the memory before this store. */
    def after(read: Bits, address: UInt): Bits = {
      val isSame = isValid && this.address === address
      val bytes = (read.subdivideIn(8 bits), data.subdivideIn(8 bits), mask.asBools).zipped
      Vec(bytes.map { case (old, stored, takes) => (isSame && takes) ? stored | old }).asBits
    }
  }

  override def setup(pipeline: VexRiscv): Unit =
    require(isPow2(bytes), s"metronome.HotDataPlugin: $bytes bytes are no power of two")

  override def build(pipeline: VexRiscv): Unit = {
    val cache = pipeline.children.collectFirst { case cache: DataCache => cache }.get
    cache.rework {
      val cpu = cache.io.cpu
      val stageB = cache.stageB
      val words = Mem(Bits(32 bits), bytes / 4).setName("hotData_words")

      // A load reads in the execute stage. Stores of the two instructions before it have not written then.
      val reads = !cpu.memory.isStuck
      val read = words.readSync(cpu.execute.address(index), reads)

      val comes = holds(cpu.memory.mmuRsp.physicalAddress)
      val isHot = RegNextWhen(comes, !cpu.writeBack.isStuck).setName("hotData_isHot")
      val isAccess = cpu.writeBack.isValid && isHot
      val store = new Store().setName("hotData_store")
      store.isValid := isAccess && stageB.request.wr && !cpu.writeBack.mmuException && !cpu.writeBack.unalignedAccess
      store.address := stageB.mmuRsp.physicalAddress(index)
      store.data := stageB.requestDataBypass
      store.mask := stageB.mask
      words.write(store.address, store.data, store.isValid, store.mask)

      val earlier = RegNextWhen(store, reads).setName("hotData_earlier")
      val wanted = cpu.memory.address(index)
      val loaded = store.after(earlier.after(read, wanted), wanted)
      when(comes && !cpu.writeBack.isStuck) {
        stageB.dataReadRsp.head := loaded
      }
      when(isHot) {
        cpu.writeBack.data := stageB.dataMux
      }
      when(isAccess) {
        cpu.writeBack.haltIt := False
        cache.io.mem.cmd.valid := False
      }
    }
  }
}

object HotDataPlugin {
  /** First address: below the hot memory, so both are uncached and in the upper half. */
  val Base = 0xFFFF0000L
}
