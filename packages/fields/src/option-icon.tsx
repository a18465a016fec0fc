import { createContext, use } from 'react'
import { shapeOf } from './icons/names.ts'
import sprite from './icons/sprite.svg?url&no-inline'

/** Address of the file with all icons. */
export const ICON_SPRITE: string = sprite

/**
 * Gives the address of an icon of the sprite by its name. A page may contain the icons that it shows first, so that they are
 * painted with it.
 */
export const IconAddressContext = createContext((shape: string) => `${ICON_SPRITE}#${shape}`)

const IMAGE = /^data:image\/(?:png|jpeg|webp|gif);base64,/
/**
 * Maximum length, in code units, of an author's icon that is an emoji or another symbol. An emoji with modifiers needs
 * at most a dozen code units; a longer text is not shown.
 */
const MAX_SIGN = 12

/**
 * If an author's icon is shown as text, returns that text: an emoji that is not in the icon sprite, or another symbol.
 * Returns undefined if the icon is in the sprite, a picture or an unknown name.
 */
export function iconSign(icon: string | undefined): string | undefined {
  if (icon === undefined || shapeOf(icon) !== undefined) return undefined
  return icon.length <= MAX_SIGN && !/^[\w\s./-]*$/.test(icon) ? icon : undefined
}

function isPicture(icon: string | undefined): icon is string {
  return icon !== undefined && IMAGE.test(icon)
}

/** Returns true if the page can show an author's icon. It cannot show an icon with an unknown name. */
export function hasIcon(icon: string | undefined): boolean {
  return shapeOf(icon) !== undefined || iconSign(icon) !== undefined || isPicture(icon)
}

/**
 * Renders an author's icon: an icon from the icon sprite, a symbol, or a picture given as a data URL. Screen readers
 * ignore the icon, because the text next to it has the same meaning.
 */
export function OptionIcon({ icon }: { icon: string | undefined }) {
  const shape = shapeOf(icon)
  const addressOf = use(IconAddressContext)
  if (shape !== undefined) {
    return (
      <svg className="option-icon icon" aria-hidden="true" focusable="false">
        <use href={addressOf(shape)} />
      </svg>
    )
  }
  const sign = iconSign(icon)
  if (sign !== undefined) {
    return (
      <span className="option-icon" aria-hidden="true">
        {sign}
      </span>
    )
  }
  return isPicture(icon) ? <img className="option-icon" src={icon} alt="" width="24" height="24" /> : null
}
