import { describe, expect, test } from 'vitest'
import { hasSameTemplateCodes, hasWords, templateDifference, templateParts } from './template-codes.ts'
import { earlierOriginal, mainTemplateLanguage, needsTranslation, type TranslatedTemplate, templateState } from './template-states.ts'

const NONE = { missing: [], extra: [] }
const SAME = { variables: NONE, tags: NONE, links: NONE }

describe('the parts of a mail template', () => {
  test('are words, Liquid and HTML tags, and joined together they are the text', () => {
    const html = '<p>Ciao {% if name %}{{ name }}{% endif %}, <a href="{{ link }}">apri</a><!-- fine --></p>'
    const parts = templateParts(html, true)
    expect(parts.map(({ text }) => text).join('')).toBe(html)
    expect(parts.filter(({ kind }) => kind === 'words').map(({ text }) => text)).toEqual(['Ciao ', ', ', 'apri'])
  })

  test('of a subject do not contain HTML tags, because a subject is plain text', () => {
    expect(templateParts('<b> {{ ticket }}', false)).toEqual([
      { kind: 'words', text: '<b> ' },
      { kind: 'code', text: '{{ ticket }}' },
    ])
  })

  test('are found in an unclosed tag with many variables without a long search', () => {
    const html = `<a ${'{{}}'.repeat(20_000)}`
    const started = performance.now()
    expect(templateParts(html, true)[0]).toEqual({ kind: 'words', text: '<a ' })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test.each([
    ['Ciao {{ ticket }}', false, true],
    ['{{ ticket }}: {% if a %}–{% endif %} 12', false, false],
    ['<p>{{ body }}</p>', true, false],
    ['<p>Sì</p>', true, true],
  ])('of %s have words: %s, %s', (text, isHtml, has) => {
    expect(hasWords(text, isHtml)).toBe(has)
  })
})

describe('the difference of a mail template and its translation', () => {
  test.each<[why: string, source: string, target: string, difference: object]>([
    ['the words only', '<p>Ciao {{ ticket }}</p>', '<p>Hallo {{ ticket }}</p>', {}],
    ['the order of the variables', '{{ a }} {{ b }}', '{{ b }} {{ a }}', {}],
    ['spaces and trim marks in the braces', '{{ticket}}{%- if  a -%}{% endif %}', '{{  ticket }}{% if a %}{%endif%}', {}],
    ['the format of a date', '{{ from | date: "%d/%m/%Y" }}', '{{ from | date: "%d.%m.%Y" }}', {}],
    ['a text in quotes', '{% assign hi = "Ciao" %}{{ hi }}', "{% assign hi = 'Hallo' %}{{ hi }}", {}],
    ['HTML tags without a link', '<p>Ciao</p>', '<div><b>Hallo</b></div>', {}],
    ['a lost variable', '{{ ticket }} {{ otp }}', '{{ otp }}', { variables: { missing: ['{{ ticket }}'], extra: [] } }],
    ['a variable that occurs once less', '{{ a }} {{ a }}', '{{ a }}', { variables: { missing: ['{{ a }}'], extra: [] } }],
    ['a repeated variable', '{{ a }}', '{{ a }} {{ a }}', {}],
    ['a misspelt variable', '{{ ticket }}', '{{ tiket }}', { variables: { missing: ['{{ ticket }}'], extra: ['{{ tiket }}'] } }],
    ['a lost end of a condition', '{% if a %}x{% endif %}', '{% if a %}x', { tags: { missing: ['{% endif %}'], extra: [] } }],
    [
      'another condition',
      '{% if a %}x{% endif %}',
      '{% unless a %}x{% endunless %}',
      { tags: { missing: ['{% if a %}', '{% endif %}'], extra: ['{% unless a %}', '{% endunless %}'] } },
    ],
    [
      'another address',
      '<a class="b" href="https://a.example/it">x</a>',
      "<A HREF = 'https://a.example/de'>x</A>",
      { links: { missing: ['https://a.example/it'], extra: ['https://a.example/de'] } },
    ],
    ['the quotes of an address', '<a href="{{ link }}">x</a>', "<a href='{{link}}'>x</a>", {}],
    ['a link whose address was a variable', '<a href="{{ link }}">x</a>', '<p>x</p>', { variables: { missing: ['{{ link }}'], extra: [] } }],
    ['a link that is only the variable’s text now', '<a href="{{ link }}">x</a>', '{{ link }}', { links: { missing: ['{{ link }}'], extra: [] } }],
    [
      'an address with a lost variable',
      '<a href="https://a.example/{{ ticket }}">x</a>',
      '<a href="https://a.example/">x</a>',
      {
        variables: { missing: ['{{ ticket }}'], extra: [] },
        links: { missing: ['https://a.example/{{ ticket }}'], extra: ['https://a.example/'] },
      },
    ],
    ['an attribute of another element', '<abbr href="x">a</abbr>', '<i>a</i>', {}],
  ])('with %s', (_why, source, target, difference) => {
    expect(templateDifference(source, target, true)).toEqual({ ...SAME, ...difference })
    expect(hasSameTemplateCodes(source, target, true)).toBe(Object.keys(difference).length === 0)
  })

  test('of a subject has no links', () => {
    expect(templateDifference('<a href="https://a.example">', 'Hallo', false)).toEqual(SAME)
  })
})

const it = { lang_code: 'it', subject: 'Ciao', html: '<p>Ciao</p>', translated_from: null }
const de = { lang_code: 'de', subject: 'Hallo', html: '<p>Hallo</p>', translated_from: null }
const { translated_from: _none, ...fromIt } = it

describe('the main language of a mail template', () => {
  test.each<[TranslatedTemplate[], string | undefined]>([
    [[de, it], 'it'],
    [[{ ...it, lang_code: 'fr' }, de], 'de'],
    [[], undefined],
  ])('of %j is %s', (templates, language) => {
    expect(mainTemplateLanguage(templates)).toBe(language)
  })
})

describe('the state of a mail template in a language', () => {
  test.each<[why: string, templates: TranslatedTemplate[], state: string, needsWork: boolean]>([
    ['without a template', [it], 'missing', true],
    ['without a record of the original', [it, de], 'translated', false],
    ['with a record of the present original', [it, { ...de, translated_from: fromIt }], 'translated', false],
    ['after a change of the original’s subject', [it, { ...de, translated_from: { ...fromIt, subject: 'Salve' } }], 'stale', true],
    ['after a change of the original’s body', [it, { ...de, translated_from: { ...fromIt, html: '<p>Salve</p>' } }], 'stale', true],
    [
      'whose original was deleted',
      [
        { ...it, lang_code: 'en' },
        { ...de, translated_from: { ...fromIt, subject: 'Salve' } },
      ],
      'original',
      false,
    ],
    ['with the texts of the original', [it, { ...it, lang_code: 'de' }], 'same', true],
    ['with the texts of the original, confirmed', [it, { ...it, lang_code: 'de', translated_from: fromIt }], 'same', false],
    [
      'with the same texts, which have no words',
      [
        { ...it, subject: '{{ a }}', html: '<p>{{ b }}</p>' },
        { ...it, lang_code: 'de', subject: '{{ a }}', html: '<p>{{ b }}</p>' },
      ],
      'translated',
      false,
    ],
    ['with the same subject only', [it, { ...de, subject: it.subject }], 'translated', false],
    [
      'that was translated from the main language’s translation',
      [it, { ...it, lang_code: 'en' }, { ...de, translated_from: { ...fromIt, lang_code: 'en' } }],
      'translated',
      false,
    ],
  ])('%s', (_why, templates, state, needsWork) => {
    expect([templateState(templates, 'de'), needsTranslation(templates, 'de')]).toEqual([state, needsWork])
  })

  test('names the earlier original only of a stale translation', () => {
    const earlier = { ...fromIt, subject: 'Salve' }
    expect(earlierOriginal([it, { ...de, translated_from: earlier }], 'de')).toEqual(earlier)
    expect(earlierOriginal([it, { ...de, translated_from: fromIt }], 'de')).toBeUndefined()
    expect(earlierOriginal([it, de], 'de')).toBeUndefined()
  })

  test('may be stale in the main language too, if it was translated from another one', () => {
    const { translated_from: _, ...fromDe } = de
    expect(templateState([{ ...it, translated_from: { ...fromDe, subject: 'Guten Tag' } }, de], 'it')).toBe('stale')
  })
})
