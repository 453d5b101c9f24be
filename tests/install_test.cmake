# Installs the library, builds examples/library against it and replays the game that it plays.
# BUILD, SOURCE, CONFIG, COMPILER and FLAGS are given.
set(folder ${BUILD}/install-test)
file(REMOVE_RECURSE ${folder})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

foreach(component program library)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/installed --component ${component})
endforeach()
foreach(file bin/tatami share/man/man1/tatami.1 share/bash-completion/completions/tatami
             share/zsh/site-functions/_tatami share/fish/vendor_completions.d/tatami.fish
             lib/systemd/system/tatami.service etc/tatami/tatami.conf
             include/tatami/rules/dojo/apply.h)
  if(NOT EXISTS ${folder}/installed/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

# The source tree is not found by accident: the example is built from a copy.
file(COPY ${SOURCE}/examples/library DESTINATION ${folder})
run(${CMAKE_COMMAND} -S ${folder}/library -B ${folder}/built -DCMAKE_PREFIX_PATH=${folder}/installed
    -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${folder}/built)
execute_process(COMMAND ${folder}/built/a_game COMMAND ${folder}/installed/bin/tatami replay -
                RESULTS_VARIABLE statuses OUTPUT_VARIABLE out)
if(NOT statuses STREQUAL "0;0" OR NOT out MATCHES "\"over\":true")
  message(FATAL_ERROR "the example's game: ${statuses}\n${out}")
endif()
# An older or another version is not what was asked for.
file(READ ${folder}/library/CMakeLists.txt text)
string(REPLACE "Tatami 0.2" "Tatami 0.1" text "${text}")
file(WRITE ${folder}/library/CMakeLists.txt "${text}")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${folder}/library -B ${folder}/other
                        -DCMAKE_PREFIX_PATH=${folder}/installed
                RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE out)
if(status EQUAL 0 OR NOT out MATCHES "considered but not accepted")
  message(FATAL_ERROR "version 0.1 was found: ${out}")
endif()
file(REMOVE_RECURSE ${folder})
