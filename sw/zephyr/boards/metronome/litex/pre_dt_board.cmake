# SPDX-License-Identifier: Apache-2.0
# As a FILEPATH, a relative path on the command line is relative to the folder in which the user types it.
if(DEFINED CACHE{METRONOME_CSR_JSON})
  set(METRONOME_CSR_JSON "" CACHE FILEPATH "The file csr.json of LiteX's build")
endif()
zephyr_get(METRONOME_CSR_JSON)
if(NOT METRONOME_CSR_JSON)
  message(FATAL_ERROR "The board metronome_litex needs the file csr.json of LiteX's build: -DMETRONOME_CSR_JSON=FILE")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/../devicetree.cmake)
