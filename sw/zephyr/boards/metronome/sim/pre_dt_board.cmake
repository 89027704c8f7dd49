# SPDX-License-Identifier: Apache-2.0
# In this version of the ISA, the base contains Zicsr and Zifencei. With it, compilers find the library for rv32im.
list(APPEND TOOLCHAIN_C_FLAGS -misa-spec=2.2)
