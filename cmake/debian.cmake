# The .deb, made by CPack; script/package calls it.
set(doc ${CMAKE_INSTALL_DATADIR}/doc/tatami)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH where it is set
set(TATAMI_MAINTAINER "The Tatami authors <tatami@tatami.invalid>" CACHE STRING
    "Who answers for the .deb")
file(WRITE ${made}/changelog "tatami (${TATAMI_DEBIAN_VERSION}) unstable; urgency=medium

  * What has changed is in CHANGELOG.md beside this file.

 -- ${TATAMI_MAINTAINER}  ${date}
")
install(CODE "
  foreach(file man changelog CHANGELOG.md)
    if(file STREQUAL \"CHANGELOG.md\")
      file(COPY \"${PROJECT_SOURCE_DIR}/CHANGELOG.md\" DESTINATION \"${made}\")
    endif()
    execute_process(COMMAND gzip -9nkf \"${made}/\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT program)
install(FILES ${made}/man.gz RENAME tatami.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
        COMPONENT program)
install(FILES ${made}/changelog.gz ${made}/CHANGELOG.md.gz ${packaging}/debian/copyright
        DESTINATION ${doc} COMPONENT program)

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};tatami;program;/")
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "${TATAMI_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "server and tools for the games Dojo and Tatamokatsu")
set(CPACK_PACKAGE_DESCRIPTION
    "Play two tabletop games in the browser, by their full rules: Dojo (3 to 5
players, hidden cards and bluff) and Tatamokatsu (2 to 5 players, a dice game
of speed). This package has the server with its web page, as a systemd
service, and a command that checks records, lets bots play and judges games.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${TATAMI_DEBIAN_VERSION})
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${packaging}/debian/postinst ${packaging}/debian/prerm
                                       ${packaging}/debian/postrm ${packaging}/debian/conffiles)
include(CPack)
