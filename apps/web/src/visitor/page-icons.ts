import { ICON_SPRITE } from '@sportello/fields/react'

const ID_PREFIX = 'icon-'

/** Returns the address of an icon within a page that contains it. */
export function addressInPage(shape: string): string {
  return `#${ID_PREFIX}${shape}`
}

/** Returns the address of an icon: in the page if it contains the icon, otherwise in the file with all icons. Runs only in browsers. */
export function addressOfIcon(shape: string): string {
  // Another element with this id may be in an author's HTML.
  return document.getElementById(`${ID_PREFIX}${shape}`) instanceof SVGSymbolElement ? addressInPage(shape) : `${ICON_SPRITE}#${shape}`
}

/** Fetches the file with all icons for the next steps, if this page has icons. */
export function prefetchIcons(): void {
  if (document.querySelector(`symbol[id^="${ID_PREFIX}"]`))
    void fetch(ICON_SPRITE)
      .then((response) => response.arrayBuffer())
      .catch(() => {})
}

/**
 * Returns the part of a page that contains the given icons; an empty text if there are none.
 * @param sprite text of the file with all icons
 */
export function iconsOfPage(shapes: ReadonlySet<string>, sprite: string): string {
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"([\s\S]*?<\/symbol>)/g)]
  const used = symbols.flatMap(([, id = '', rest]) => (shapes.has(id) ? [`<symbol id="${ID_PREFIX}${id}"${rest}`] : []))
  return used.length === 0 ? '' : `<svg hidden aria-hidden="true">${used.join('')}</svg>`
}
