# SPDX-License-Identifier: Apache-2.0
# Writes metronome_soc.dtsi, which the boards' devicetrees include, from the file METRONOME_CSR_JSON.
get_filename_component(METRONOME_CSR_JSON "${METRONOME_CSR_JSON}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
set(metronome_script ${CMAKE_CURRENT_LIST_DIR}/../../scripts/devicetree.py)
set(metronome_include ${CMAKE_BINARY_DIR}/metronome)
execute_process(
  COMMAND ${PYTHON_EXECUTABLE} ${metronome_script} ${METRONOME_CSR_JSON} ${metronome_include}/metronome_soc.dtsi
  RESULT_VARIABLE metronome_result
  ERROR_VARIABLE metronome_error
  ERROR_STRIP_TRAILING_WHITESPACE
)
if(metronome_result)
  message(FATAL_ERROR "${metronome_error}")
endif()
# Without a memory for the program, a loader copies the program into RAM.
file(STRINGS ${metronome_include}/metronome_soc.dtsi metronome_flash REGEX "zephyr,flash")
if(NOT metronome_flash)
  set(CONFIG_XIP n CACHE STRING "The program is in RAM")
endif()
list(APPEND DTS_EXTRA_CPPFLAGS -I${metronome_include})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${METRONOME_CSR_JSON} ${metronome_script})

# In this version of the ISA, the base contains Zicsr and Zifencei. With it, compilers find the library for rv32im.
list(APPEND TOOLCHAIN_C_FLAGS -misa-spec=2.2)
