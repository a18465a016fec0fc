import { readFileSync } from 'node:fs'
import { caniemail } from 'caniemail'
import { describe, expect, test } from 'vitest'
import { mailLayout } from '../../../test/mail-layout.ts'
import { type MailLook, mailDocument, mailText, PLAIN_LOOK } from './mail-document.ts'

const LOOK: MailLook = {
  title: 'Comune <di> Aurora',
  logo: { url: 'https://aurora.example/l.png', alt: 'Logo "A"' },
  color: '#0b6e4f',
  contact: 'Piazza 1 & 2',
}
const LINK = 'https://aurora.example/c/validation?code=abc&locale=it'
const BODY = `<p>Buongiorno,</p><p>apri questo link:</p><p><a href="https://aurora.example/c/validation?code=abc&amp;locale=it" rel="x">Conferma</a></p>`

/**
 * What some of the mail programs ignore, without harm: the mail then has no dark colours, no rounded corners and the
 * program's own margins, and a mail program that shows the hidden first words shows them twice.
 */
const REFINEMENTS: ReadonlySet<string> = new Set([
  '<body> element',
  '<style> element',
  '@media',
  'Chaining selectors',
  'Class selector',
  'Descendant combinator',
  'ID selector',
  'Type selector',
  'aria-label attribute',
  'border-radius',
  'color-scheme meta tag',
  'display:none',
  'height property',
  'max-height property',
  'opacity',
  'outline',
  'overflow',
  'word-break',
  'word-spacing',
])

test('the compiled layout is up to date (npm run mails)', async () => {
  const { file, wanted } = await mailLayout()
  expect(readFileSync(file, 'utf8')).toBe(wanted)
})

describe('the layout of a mail', () => {
  const html = mailDocument(BODY, 'it', LOOK, { link: LINK })

  test('shows the logo, the brand colour, and the contact data, with all texts escaped', () => {
    expect(html).toContain('<img src="https://aurora.example/l.png" alt="Logo &#34;A&#34;"')
    expect(html).toContain('4px solid #0b6e4f')
    expect(html).toContain('Comune &#60;di&#62; Aurora<br>Piazza 1 &#38; 2')
    expect(html).toContain('<html lang="it"')
    expect(html).not.toContain('%%')
  })

  test('shows the name instead of a missing logo', () => {
    const without = mailDocument(BODY, 'it', { ...LOOK, logo: null })
    expect(without).not.toContain('<img')
    expect(without.match(/Comune &#60;di&#62; Aurora/g)?.length).toBeGreaterThan(2)
  })

  test('shows the paragraph with only the link as a button, and the URL below as text', () => {
    expect(html).toMatch(/<a class="mail-button" href="https:\/\/aurora\.example\/c\/validation\?code=abc&amp;locale=it"[^>]*>Conferma<\/a>/)
    expect(html).toMatch(/<p class="mail-link"[^>]*>https:\/\/aurora\.example\/c\/validation\?code=abc&amp;locale=it<\/p>/)
  })

  test.each([
    ['another link', '<p><a href="https://evil.example/">Conferma</a></p>'],
    ['a link within a text', `<p>Apri <a href="${LINK.replace('&', '&amp;')}">il link</a></p>`],
  ])('leaves %s as it is', (_, body) => expect(mailDocument(body, 'it', LOOK, { link: LINK })).not.toContain('class="mail-button"'))

  test('shows the ticket code in a box', () => {
    const body = '<p>Codice della richiesta: <strong>AB-1234</strong></p><p><strong>AB-12</strong></p>'
    expect(mailDocument(body, 'it', LOOK, { ticket: 'AB-1234' })).toMatch(
      /class="mail-code"[^>]*>Codice della richiesta: <br><strong[^>]*>AB-1234<\/strong><\/p>/,
    )
  })

  test('begins with the first words of the text, which mail programs show beside the subject', () => {
    expect(html).toMatch(/display:none[^>]*>Buongiorno, apri questo link:/)
  })

  test('treats replacement patterns and placeholders in texts as text', () => {
    const body = '<p>$& $1 %%brand%% %%footer%%</p>'
    expect(mailDocument(body, 'it', { ...PLAIN_LOOK, title: '$& %%body%%' })).toContain('<p>$& $1 %%brand%% %%footer%%</p>')
  })

  test('has a plain-text part with the link and the contact data', () => {
    expect(mailText(BODY, LOOK)).toBe(`Buongiorno,\n\napri questo link:\n\nConferma [${LINK}]\n-- \nComune <di> Aurora\nPiazza 1 & 2`)
  })

  test('uses no HTML or CSS that common mail programs ignore, except for refinements', () => {
    const { issues } = caniemail({ clients: ['gmail.*', 'outlook.windows', 'outlook.ios', 'apple-mail.*', 'yahoo.*', 'thunderbird.macos'], html })
    const missing = new Set([...issues.errors.values()].flat().map(({ title }) => title))
    expect([...missing].filter((feature) => !REFINEMENTS.has(feature))).toEqual([])
  })
})
