import { expect, test } from 'vitest'
import { nationalFacts } from './national-facts.ts'

test('nationalFacts lists the known facts, one per line, with the exceptions in one language', () => {
  const text = nationalFacts(
    { conformance: 'partial', reviewed_on: '2026-11-02', email: 'a@example.org', exceptions: { it: 'Le mappe', de: 'Karten' } },
    { url: 'https://example.org/ente/accessibilita', language: 'de', t: (key) => key },
  )
  expect(text.split('\n')).toEqual([
    'st_url: https://example.org/ente/accessibilita',
    'st_conformance: st_partial',
    'st_exceptions: Karten',
    'st_reviewed_on: 2026-11-02',
    'st_email: a@example.org',
    'st_rules: WCAG 2.2 AA, EN 301 549 V3.2.1',
    'st_technology: HTML, CSS, WAI-ARIA, JavaScript, SVG, PDF',
  ])
})
