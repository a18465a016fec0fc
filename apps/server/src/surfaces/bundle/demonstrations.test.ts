import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = (name: string) => readFileSync(new URL(`../../../../../demo/${name}.yaml`, import.meta.url), 'utf8')
const all = (source: string, pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([found]) => found))]

test('the demonstration comune-aurora contains only one telephone number, one address and one set of opening times', () => {
  const aurora = text('comune-aurora')
  expect(all(aurora, /\b0000 \d{3} \d{3}\b/g)).toEqual(['0000 112 200'])
  expect(all(aurora, /tel:\+\d+/g)).toEqual(['tel:+390000112200'])
  expect(all(aurora, /Piazza (?:del |della )?\p{Lu}\p{L}+ \d+/gu)).toEqual(['Piazza del Mulino 1'])
  expect(all(aurora, /(?<=Lun–ven, |lun–ven, |venerdì, |Mo–Fr, |Freitag, )\d+(?::\d\d)?–\d+(?::\d\d)?/g)).toEqual(['8:30–12:30'])
})

test('all texts of the demonstration fondo-salute give the same number of days for payments and for answers', () => {
  const fondo = text('fondo-salute')
    .replaceAll('trenta giorni', '30 giorni')
    .replaceAll(/<\/?strong>/g, '')
  expect(all(fondo, /(?<=(?:Paghiamo|ricevi il rimborso|ricevi la somma|Rispondiamo(?: a ogni reclamo)?) )(?:entro|in) \S+ giorni/g)).toEqual([
    'entro 30 giorni',
  ])
})
