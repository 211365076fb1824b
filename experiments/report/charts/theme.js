/** @import { Variant } from '../../results.js' */

/**
 * The colours of charts and page, by role. The variants' colours are distinguishable with any colour blindness, and have
 * enough contrast on the surface for text.
 *
 * @typedef {'surface' | 'ink' | 'muted' | 'axis' | 'grid' | 'buffer' | 'rowByRow' | 'stream' | 'killed'} Role
 * @type {Readonly<Record<'light' | 'dark', Readonly<Record<Role, string>>>>}
 */
export const PALETTES = Object.freeze({
  light: Object.freeze({
    surface: '#ffffff',
    ink: '#1d2126',
    muted: '#59606a',
    axis: '#b6bcc4',
    grid: '#e8ebee',
    buffer: '#c2410c',
    rowByRow: '#6d737d',
    stream: '#0b62c4',
    killed: '#f3f4f6',
  }),
  dark: Object.freeze({
    surface: '#0d1117',
    ink: '#e6eaef',
    muted: '#9aa3ad',
    axis: '#474e57',
    grid: '#22272e',
    buffer: '#ffa657',
    rowByRow: '#a3abb5',
    stream: '#58a6ff',
    killed: '#161b22',
  }),
});

/** The colours in which charts are drawn; `paint` replaces them. */
export const COLOURS = PALETTES.light;

/**
 * A variant's look in all charts, distinguishable not by colour alone.
 *
 * @type {Readonly<Record<Variant, { colour: string, symbol: string, dash: number[] | 'solid' }>>}
 */
export const VARIANT_STYLES = Object.freeze({
  buffer: { colour: COLOURS.buffer, symbol: 'rect', dash: 'solid' },
  'row-by-row': { colour: COLOURS.rowByRow, symbol: 'triangle', dash: [5, 4] },
  stream: { colour: COLOURS.stream, symbol: 'circle', dash: 'solid' },
});

/** System fonts; nothing is downloaded. */
export const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/**
 * @param {string} svg Drawn in `COLOURS`.
 * @param {'light' | 'dark' | 'page'} theme `page`: as the page's own custom properties, `var(--ink)`.
 * @returns {string}
 */
export function paint(svg, theme) {
  return svg.replace(/#[0-9a-f]{6}\b/g, colour => {
    const role = ROLES.get(colour);
    if (role === undefined) throw new Error(`${colour} is not a colour of the theme`);
    return theme === 'page' ? `var(--${role})` : PALETTES[theme][role];
  });
}

const ROLES = new Map(Object.entries(COLOURS).map(([role, colour]) => [colour, /** @type {Role} */ (role)]));
