#pragma once

#include "record/fields.h"

// Messages are written, read and described as records are.
namespace tatami::protocol {

using record::as;
using record::Catalogue;
using record::Codec;
using record::field;
using record::ForSeats;
using record::from_json;
using record::json_schema;
using record::nullable;
using record::Partial;
using record::Reader;
using record::Shape;
using record::Sometimes;
using record::Text;
using record::to_json;
using record::type_name;
using record::typescript;
using record::words_of;
using record::write;
using record::write_list;
using record::write_tagged;

}  // namespace tatami::protocol
