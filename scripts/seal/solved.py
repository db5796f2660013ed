"""What an answer of a solver states beside its value, as docs/receipts.md, 9.1, describes it. Standard library only."""
import hashlib
import struct

from canonical import jcs

# Members of every sealed answer, whatever computed it: what is left is the solver's.
COMMON = {
    "R_t", "calcProof", "calcond", "calcondTick", "calcond_averaged", "calcond_receipt", "calcond_variance", "cko",
    "credits", "domain", "engine_version", "equations", "fields_hash", "fields_mode", "funding", "generation",
    "in_unit", "inputs", "master_sum", "masterEquation", "notes", "operatorChain", "operator_id", "phase",
    "precisionBound", "precision_actual", "precision_bound", "precision_scale", "prev", "proof", "protocol",
    "public_key", "receipt_id", "registry_version", "seal_kind", "stream", "token_id", "uncertainties", "uncertainty",
    "uncertainty_source", "unit", "unit_unknown", "unused", "assumed", "value", "visibility",
    "without_uncertainty"}
# What a field shows of its samples.
SHOWN = {"data", "sampled", "stride"}


def field_record(field):
    return {name: one for name, one in field.items() if name not in SHOWN} if isinstance(field, dict) else field


def shows_all(field):
    """Whether every sample of a field stands in the answer, so that their hash can be made again. JSON as it is written
    here has no -0, so a sample of 0 may have been one."""
    return (isinstance(field, dict) and isinstance(field.get("data"), list)
            and field.get("sampled") == field.get("shape")
            and all(isinstance(one, float) and one != 0 for one in field["data"]))


def field_hash(field):
    samples = struct.pack(f">{len(field['data'])}d", *field["data"])
    return hashlib.sha256(jcs(field["shape"]) + b"\0" + samples).hexdigest()


def fault_of(answer, routing):
    """Why the answer of a solver is not what is sealed, or None. `routing` are members that may be the router's."""
    fields = answer.get("fields")
    if not isinstance(fields, list):
        return "fields"
    own = {name: one for name, one in answer.items() if name not in COMMON | (routing - {"solver", "bodies"})}
    own["fields"] = [field_record(one) for one in fields]
    own["value_bits"] = answer.get("value_bits")
    # Bodies are the solver's in some answers, and the router's in others.
    forms = [own] if "bodies" not in routing else [own, {name: own[name] for name in own if name != "bodies"}]
    if all(hashlib.sha256(jcs(one)).hexdigest() != answer["fields_hash"] for one in forms):
        return "fields_hash: not that of what the answer states"
    for field in fields:
        if shows_all(field) and field_hash(field) != field["sha256"]:
            return f"fields: the samples of {field.get('name')} have another hash"
    return None
