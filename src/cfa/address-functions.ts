/**
 * Functions that terms apply in programs that observe addresses, for objects of which there may be many: the interpreter
 * knows their values, to everybody else they are any.
 */

/** (pointer, n): the address that the program sees, divided by n and rounded down. */
export const ADDRESS_SLOT = "address-slot";
/** (address): the pointer to the object that has this address to the program. */
export const POINTER_AT = "pointer-at";
/** (pointer, pointer): 1 where both point into one object or one past its end, otherwise 0. */
export const SAME_OBJECT = "same-object";
