const IMAGE = /^data:image\/(?:png|jpeg|webp|gif);base64,/
/** An emoji with its modifiers is at most a dozen code units; the name of an icon of some font is no picture here. */
const MAX_SIGN = 12

/** An option's icon as text: an emoji or another sign; undefined where it is a picture or a name. */
export function iconSign(icon: string | undefined): string | undefined {
  return icon !== undefined && icon.length <= MAX_SIGN && !/^[\w\s./-]*$/.test(icon) ? icon : undefined
}

/** Whether an icon is a picture that may be shown. */
export function isPicture(icon: string | undefined): icon is string {
  return icon !== undefined && IMAGE.test(icon)
}

/** An option's icon: a sign, or a picture as data URL. It says nothing that the label does not. */
export function OptionIcon({ icon }: { icon: string | undefined }) {
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
