import { describe, expect, test } from 'vitest'
import { type BlockType, type BlockValues, blocks } from './blocks.ts'
import { blockValues } from './settings.ts'

const DIRTY = '<p onclick="x()">a</p>'

/**
 * A sample value for each type of block. Every property that may contain HTML contains HTML, and all other properties
 * contain plain text. `places` is the number of properties with HTML.
 */
const whole: { [T in BlockType]: { value: BlockValues[T]; places: number } } = {
  HTML: { value: DIRTY, places: 1 },
  ALERT: { value: { icon: '🔔', variant: 'info', text: DIRTY }, places: 1 },
  FAQ: {
    value: [
      { question: '<b>', answer: DIRTY },
      { question: '<b>', answer: DIRTY },
    ],
    places: 2,
  },
  SEND_BUTTON_CUSTOMIZATION: { value: { label: '<b>' }, places: 0 },
  HTML_SUMMARY: { value: DIRTY, places: 0 },
  HTML_HEADER: { value: DIRTY, places: 1 },
  HTML_HEADER_BUTTON: { value: { url: 'https://example.org', title: '<b>' }, places: 0 },
  FOOTER: {
    value: {
      title: '<b>',
      description: DIRTY,
      links: [{ textElem: DIRTY }],
      colonne: [{ nomeColonna: '<b>', elems: [{ iconElem: '☎', textElem: DIRTY }, { textElem: DIRTY }] }],
    },
    places: 4,
  },
  CONFIRM_MODAL: { value: { title: '<b>', text: DIRTY, confirm: '<b>', cancel: '<b>' }, places: 1 },
  TERMS_CONDITIONS: { value: { text: '<b>', html: DIRTY, shown_as: 'link' }, places: 1 },
}

describe.each(Object.keys(whole) as BlockType[])('information block of type %s', (type) => {
  const { value, places } = whole[type]
  const { mapHtml } = blocks[type] as { mapHtml: (value: unknown, clean: (html: string) => string) => unknown }

  test('accepts a value in the format that the specification defines', () => {
    expect(blockValues[type].safeParse(value).error).toBeUndefined()
  })

  test('sanitises every HTML property and leaves all other properties unchanged', () => {
    const cleaned: string[] = []
    const mapped = mapHtml(value, (html) => {
      cleaned.push(html)
      return html
    })
    expect(cleaned).toEqual(Array.from({ length: places }, () => DIRTY))
    expect(mapped).toEqual(value)
  })

  test('does not restore HTML that the sanitiser has removed', () => {
    if (places > 0) expect(JSON.stringify(mapHtml(value, () => ''))).not.toContain('onclick')
  })
})
