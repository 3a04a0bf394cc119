#include "dropforge/status.h"

const char *df_status_name(df_status status)
{
    switch (status) {
    case DF_OK:
        return "no error";
    case DF_ERROR_MEMORY:
        return "out of memory";
    case DF_ERROR_ARGUMENT:
        return "argument out of range";
    case DF_ERROR_INPUT:
        return "malformed input";
    case DF_ERROR_MOVE:
        return "impossible drop";
    case DF_ERROR_PICTURE:
        return "impossible picture";
    case DF_ERROR_LIMIT:
        return "beyond the limits";
    case DF_ERROR_SINK:
        return "stopped by the receiver";
    case DF_ERROR_DEFECT:
        return "defect of the library";
    }
    return "unknown status";
}
