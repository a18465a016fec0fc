import { Fragment, type ReactNode } from 'react'

/**
 * Returns a text whose e-mail addresses start a new line rather than being broken. One that is longer than a line is broken
 * after its "@" or before its dots.
 */
export function breakable(text: string): ReactNode {
  return text.split(/(\S+@\S+)/).map((part, at) => {
    const isAddress = at % 2 === 1
    // The parts have no identity besides their place.
    const key = String(at)
    return isAddress ? (
      <span key={key} className="address">
        {part.split(/(?<=@)|(?=\.\w)/).map((piece, place) => (
          <Fragment key={`${key} ${String(place)}`}>
            {place > 0 && <wbr />}
            {piece}
          </Fragment>
        ))}
      </span>
    ) : (
      part
    )
  })
}

/** Matches e-mail addresses, and phone numbers of at least eight digits. */
const CONTACT = /(\S+@\S*\w|\+?\d(?: ?\d){7,})/

/** Returns a text whose e-mail addresses and phone numbers are links. */
export function withContacts(text: string): ReactNode {
  return text.split(CONTACT).map((part, at) => {
    const key = String(at)
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <a key={key} className="address" href={part.includes('@') ? `mailto:${part}` : `tel:${part.replaceAll(' ', '')}`}>
        {part.includes('@') ? breakable(part) : part}
      </a>
    )
  })
}
