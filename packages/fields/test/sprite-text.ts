import { readFileSync, writeFileSync } from 'node:fs'
import { ICON_NAMES } from '../src/icons/names.ts'

const LUCIDE = new URL('icons/', import.meta.resolve('lucide-static/package.json'))

/**
 * Returns the content of the svg element in a Lucide icon file.
 * @throws if Lucide has no icon of this name
 */
function shapesOf(name: string): string {
  const file = readFileSync(new URL(`${name}.svg`, LUCIDE), 'utf8')
  return file
    .slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>'))
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
}

/** Returns the text of the sprite `src/icons/sprite.svg`, with one symbol for each icon name. */
export function spriteText(): string {
  const symbols = [...ICON_NAMES].toSorted().map((name) => `<symbol id="${name}" viewBox="0 0 24 24">${shapesOf(name)}</symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
<!-- Written by \`npm run icons\`. @license Lucide, ISC, https://lucide.dev/license -->
${symbols.join('\n')}
</svg>
`
}

if (import.meta.main) writeFileSync(new URL('../src/icons/sprite.svg', import.meta.url), spriteText())
