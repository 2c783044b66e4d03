/**
 * Extras: what a preset has beyond its paper, as switches of its configuration. `--engine NAME~EXTRA` is the preset without that
 * one, `NAME~EXTRA~OTHER` without both, `NAME~all` without any; `hone table NAME --ablate` runs a table with each of them off.
 * Where nothing else differs, the paper's preset is ours without all of them (extras.test.ts).
 */
import type { Extra, Preset } from "./engine.ts";

/** An extra of presets with configurations C. */
export interface ExtraOf<C> extends Extra {
  /** The configuration with it switched off. */
  off(configuration: C): C;
}

/** Stands for all extras that are left. */
export const ALL_EXTRAS = "all";

/** The preset of a configuration, which can do without these extras. */
export function presetWithExtras<C>(
  configuration: C,
  extras: readonly ExtraOf<C>[],
  make: (configuration: C) => Preset,
): Preset {
  const preset = make(configuration);
  if (extras.length === 0) return preset;
  return {
    ...preset,
    extras: extras.map(({ name, summary }) => ({ name, summary })),
    without: (name) => {
      const off = extras.filter((extra) => name === ALL_EXTRAS || extra.name === name);
      if (off.length === 0) return undefined;
      const left = off.reduce((before, extra) => extra.off(before), configuration);
      return presetWithExtras(
        left,
        extras.filter((extra) => !off.includes(extra)),
        make,
      );
    },
  };
}

/** For presets that are made of one: they do something else, and its extras are switched off before (`NAME~EXTRA+cell`). */
export function withoutSwitches(preset: Preset): Preset {
  const { extras: _extras, without: _without, ...rest } = preset;
  return rest;
}

/** The name of a preset without an extra, and its parts. */
export function withoutExtra(preset: string, extra: string): string {
  return `${preset}~${extra}`;
}

export function splitExtra(name: string): { readonly preset: string; readonly extra: string } | undefined {
  const at = name.lastIndexOf("~");
  return at < 0 ? undefined : { preset: name.slice(0, at), extra: name.slice(at + 1) };
}
