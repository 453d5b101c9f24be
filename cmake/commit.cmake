# Writes tatami_commit.h, when it changes: the commit of SOURCE, from git, or from the file that
# `git archive` fills in.
set(commit "")
if(EXISTS "${SOURCE}/.git")
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git -C "${SOURCE}" diff --quiet HEAD RESULT_VARIABLE modified
                  OUTPUT_QUIET ERROR_QUIET)
  if(commit AND modified EQUAL 1)
    string(APPEND commit ", modified")
  endif()
elseif(EXISTS "${SOURCE}/COMMIT")
  file(STRINGS "${SOURCE}/COMMIT" lines LIMIT_COUNT 1)
  string(REGEX MATCH "^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]+" commit
         "${lines}")
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
set(text "#pragma once\n\n#define TATAMI_COMMIT \"${commit}\"\n")
set(written "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" written)
endif()
if(NOT written STREQUAL text)
  file(WRITE "${HEADER}" "${text}")
endif()
