# `cmake --install` has two components: the program with its web client, and the library for
# find_package(Tatami).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(TATAMI_DEBIAN "Install as Debian's policy asks, for script/package" OFF)
set(TATAMI_DEBIAN_VERSION "${PROJECT_VERSION}" CACHE STRING "The version of the .deb")

# ---- The web client: no path of the source tree is compiled in ----

file(RELATIVE_PATH web_from_program ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_DATADIR}/tatami/web)
target_compile_definitions(
  tatami_cli PRIVATE TATAMI_WEB_FROM_PROGRAM="${web_from_program}"
                     TATAMI_WEB_INSTALLED="${CMAKE_INSTALL_FULL_DATADIR}/tatami/web")
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/web/dist ${PROJECT_BINARY_DIR}/tatami-web SYMBOLIC)

# ---- The program ----

set(made ${PROJECT_BINARY_DIR}/install)
install(TARGETS tatami DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(CODE "
  if(NOT EXISTS \"${PROJECT_SOURCE_DIR}/web/dist/index.html\")
    message(WARNING \"The web client is not built, so it is not installed. script/web builds it.\")
  endif()
  file(MAKE_DIRECTORY \"${made}\")
  foreach(page \"man\" \"completion;bash\" \"completion;zsh\" \"completion;fish\")
    string(REPLACE \";\" \".\" name \"\${page}\")
    execute_process(COMMAND \"$<TARGET_FILE:tatami>\" \${page} OUTPUT_FILE \"${made}/\${name}\"
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tatami/web
        COMPONENT program OPTIONAL)
install(FILES ${made}/completion.bash RENAME tatami COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(zsh site-functions)
if(TATAMI_DEBIAN)
  set(zsh vendor-completions)
endif()
install(FILES ${made}/completion.zsh RENAME _tatami COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
install(FILES ${made}/completion.fish RENAME tatami.fish COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(packaging ${PROJECT_SOURCE_DIR}/packaging)
configure_file(${packaging}/tatami.service.in ${made}/tatami.service @ONLY)
install(FILES ${made}/tatami.service DESTINATION lib/systemd/system COMPONENT program)
install(FILES ${packaging}/tatami.conf DESTINATION ${CMAKE_INSTALL_SYSCONFDIR}/tatami
        COMPONENT program)
install(FILES ${packaging}/nginx.conf ${packaging}/haproxy.cfg
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/examples/bot.py
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program)

if(TATAMI_DEBIAN)
  include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
else()
  install(FILES ${made}/man RENAME tatami.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
          DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
endif()

# ---- The library ----

foreach(folder rules record chance bots)
  set_target_properties(tatami_${folder} PROPERTIES EXPORT_NAME ${folder})
  target_include_directories(tatami_${folder} INTERFACE $<INSTALL_INTERFACE:include/tatami>)
  target_compile_features(tatami_${folder} PUBLIC cxx_std_20)
  install(TARGETS tatami_${folder} EXPORT TatamiTargets DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT library)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION include/tatami COMPONENT library
          FILES_MATCHING PATTERN "*.h")
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tatami)
install(EXPORT TatamiTargets NAMESPACE Tatami:: DESTINATION ${package} COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/TatamiConfig.cmake.in
                              ${made}/TatamiConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${made}/TatamiConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/TatamiConfig.cmake ${made}/TatamiConfigVersion.cmake DESTINATION ${package}
        COMPONENT library)
