// Asio and Beast are compiled once, here; everywhere else only their declarations are read.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
