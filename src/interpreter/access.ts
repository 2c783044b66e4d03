/**
 * Scalars in memory, at any alignment: what fast code leaves over. Values are in the representation of their type.
 * Long doubles are kept as doubles in the first 8 of their 10 bytes.
 */
import type { Access } from "../cfa/cfa.ts";
import type { Memory } from "./memory.ts";
import type { Value } from "./values.ts";

export function readScalar(memory: Memory, address: number, access: Access): Value {
  const view = memory.view;
  const type = access.type;
  switch (type.kind) {
    case "float":
      return type.format === "f32" ? view.getFloat32(address, true) : view.getFloat64(address, true);
    case "pointer":
      return type.bits === 32 ? view.getUint32(address, true) : Number(view.getBigInt64(address, true));
    case "int": {
      if (access.bitOffset !== undefined && access.bytes <= 4) {
        const bits = readSmallUnit(memory, address, access.bytes) >>> access.bitOffset;
        const shift = 32 - type.bits;
        return type.signed ? (bits << shift) >> shift : (bits << shift) >>> shift;
      }
      const unit = readUnit(memory, address, access.bytes) >> BigInt(access.bitOffset ?? 0);
      // A _Bool is any non-zero byte: only 0 and 1 can be there without undefined behaviour.
      if (type.bits === 1 && access.bitOffset === undefined) return unit === 0n ? 0 : 1;
      const value = type.signed ? BigInt.asIntN(type.bits, unit) : BigInt.asUintN(type.bits, unit);
      return type.bits <= 32 ? Number(value) : value;
    }
    case "integer":
      return view.getBigInt64(address, true);
    case "real":
      return view.getFloat64(address, true);
  }
}

export function writeScalar(memory: Memory, address: number, value: Value, access: Access): void {
  const view = memory.view;
  const type = access.type;
  switch (type.kind) {
    case "float":
      if (type.format === "f32") view.setFloat32(address, Number(value), true);
      else view.setFloat64(address, Number(value), true);
      if (type.format === "x87") view.setUint16(address + 8, 0, true);
      return;
    case "pointer":
      if (type.bits === 32) view.setUint32(address, Number(value), true);
      else view.setBigInt64(address, BigInt(value), true);
      return;
    case "int": {
      if (access.bitOffset !== undefined && access.bytes <= 4) {
        const mask = type.bits === 32 ? -1 : ((1 << type.bits) - 1) << access.bitOffset;
        const unit = readSmallUnit(memory, address, access.bytes);
        const changed = (unit & ~mask) | ((Number(value) << access.bitOffset) & mask);
        for (let i = 0; i < access.bytes; i += 1) memory.u8[address + i] = changed >>> (8 * i);
        return;
      }
      const bits = BigInt.asUintN(type.bits, BigInt(value));
      if (access.bitOffset === undefined) {
        writeUnit(memory, address, access.bytes, bits);
        return;
      }
      const offset = BigInt(access.bitOffset);
      const hole = ((1n << BigInt(type.bits)) - 1n) << offset;
      const unit = readUnit(memory, address, access.bytes);
      writeUnit(memory, address, access.bytes, (unit & ~hole) | (bits << offset));
      return;
    }
    case "integer":
      view.setBigInt64(address, BigInt(value), true);
      return;
    case "real":
      view.setFloat64(address, Number(value), true);
  }
}

/** A unit of up to four bytes, as a 32-bit word of either sign. */
function readSmallUnit(memory: Memory, address: number, bytes: number): number {
  let unit = 0;
  for (let i = 0; i < bytes; i += 1) unit |= (memory.u8[address + i] as number) << (8 * i);
  return unit;
}

function readUnit(memory: Memory, address: number, bytes: number): bigint {
  const view = memory.view;
  switch (bytes) {
    case 1:
      return BigInt(memory.u8[address] as number);
    case 2:
      return BigInt(view.getUint16(address, true));
    case 4:
      return BigInt(view.getUint32(address, true));
    case 8:
      return view.getBigUint64(address, true);
    default: {
      let unit = 0n;
      for (let i = bytes - 1; i >= 0; i -= 1) unit = (unit << 8n) | BigInt(memory.u8[address + i] as number);
      return unit;
    }
  }
}

function writeUnit(memory: Memory, address: number, bytes: number, unit: bigint): void {
  const view = memory.view;
  switch (bytes) {
    case 4:
      view.setUint32(address, Number(unit), true);
      return;
    case 8:
      view.setBigUint64(address, unit, true);
      return;
    default: {
      let rest = unit;
      for (let i = 0; i < bytes; i += 1) {
        memory.u8[address + i] = Number(rest & 0xffn);
        rest >>= 8n;
      }
    }
  }
}
