import { Fragment, type ReactNode } from 'react'

/** Matches e-mail addresses within a text, without the brackets and full stops around them, which belong to no link. */
const ADDRESS = /([\w.+-]+@[\w.-]*\w)/u

/**
 * Returns a text whose e-mail addresses start a new line rather than being broken. One that is longer than a line is broken
 * after its "@" or before its dots. Punctuation around an address stays on its line.
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

/** Matches phone numbers as people write them: in groups of digits, or with the country's code. Other numbers, such as those of taxpayers, are neither. */
const PHONE = /(\+\d[\d ]{6,}\d|\d{2,5}(?: \d{2,7}){1,4})/
/** A shorter number is none that can be called from everywhere. */
const LEAST_DIGITS = 8

/** Returns a text whose e-mail addresses and phone numbers are links. */
export function withContacts(text: string): ReactNode {
  return text.split(ADDRESS).map((part, at) =>
    at % 2 === 1 ? (
      <a key={String(at)} className="address" href={`mailto:${part}`}>
        {breakable(part)}
      </a>
    ) : (
      <Fragment key={String(at)}>{part.split(PHONE).map(phoneLink)}</Fragment>
    ),
  )
}

function phoneLink(part: string, at: number): ReactNode {
  const number = part.replaceAll(' ', '')
  if (at % 2 === 0 || number.replace('+', '').length < LEAST_DIGITS) return <Fragment key={String(at)}>{part}</Fragment>
  return (
    <a key={String(at)} className="address" href={`tel:${number}`}>
      {part}
    </a>
  )
}
