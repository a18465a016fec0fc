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

test('the demonstration iscrizioni-nido contains only one telephone number, one office address, one set of opening times and one time to an answer', () => {
  const nido = text('iscrizioni-nido')
  expect(all(nido, /\b0000 \d{3} \d{3}\b(?! \d)/g)).toEqual(['0000 331 700'])
  expect(all(nido, /tel:\+\d+/g)).toEqual(['tel:+390000331700'])
  expect(all(nido, /[\w.]+@[\w.]+/g)).toEqual(['nidi@valfiorita.example.org', 'dpo@valfiorita.example.org'])
  expect(all(nido, /(?<=<p>)[^<]+(?=, \d{5} Valfiorita)/g)).toEqual(['Via delle Mimose 4'])
  expect(all(nido, /(?<=(?:Lun–ven|venerdì|Mon–Fri|Friday|Mo–Fr|Freitag), )[^ <"]+?(?=(?: Uhr)?[.<"])/g)).toEqual(['9:00–12:30'])
  expect(all(nido, /(?<=entro |within |innerhalb von )\d+(?= (?:giorni|days|Tagen))/g)).toEqual(['15'])
  expect(all(nido, /\d+(?= giorni per accettar| days to accept| Tage Zeit)/g)).toEqual(['5'])
  // The same street for each nursery, in the options of the steps and in the services.
  expect(all(nido, /Via del Mulino \p{L}+ \d+|Via dei Castagni \d+|Piazza delle Rondini \d+/gu).toSorted()).toEqual([
    'Piazza delle Rondini 3',
    'Via dei Castagni 21',
    'Via del Mulino Vecchio 8',
  ])
})

test('every customer’s e-mail addresses belong to the domain of the customer’s website', () => {
  const domains: Record<string, string> = {
    'comune-aurora': 'aurora',
    'fondo-salute': 'ginepro',
    sondaggio: 'lineablu',
    'biblioteca-lume': 'lume',
    'circolo-faro': 'faro',
    'iscrizioni-nido': 'valfiorita',
  }
  for (const [name, domain] of Object.entries(domains))
    expect(
      all(text(name), /(?<=mailto:|email: )[\w.]+@[\w.]+/g).filter(
        (address) => !/^(?:demo|anna)@example\.org$/.test(address) && !address.endsWith(`@${domain}.example.org`),
      ),
      name,
    ).toEqual([])
})

test('the demonstration chat gives the same facts as the demonstration fondo-salute', () => {
  const fondo = text('fondo-salute')
  const chat = readFileSync(new URL('../../../../../demo/chat/chat.js', import.meta.url), 'utf8')
  expect(fondo).toContain('codCustomer: fondo-ginepro')
  for (const [fact, found] of [
    [/(?<=PHONE = ')[^']+/, all(fondo, /\b0000 \d{3} \d{3}\b(?! \d)/g)],
    [/(?<=EMAIL = ')[^']+/, all(fondo, /(?<=phone[^@]+|email: )iscritti@[\w.]+/g)],
    [/(?<=comincia con )\w+-/, all(fondo, /(?<=ticket_prefix: )\S+/g)],
    [/(?<=“)Una pratica già inviata/, all(fondo, /(?<=tag_description: )Una pratica già inviata/g)],
  ] as const)
    expect(all(chat, new RegExp(fact, 'g'))).toEqual(found)
  expect(all(chat, /\b\d+–\d+\b/g)).toEqual(all(fondo, /(?<=venerdì, )\d+–\d+/g))
  expect(all(chat, /\b\d+(?= giorni da| days| Tagen| días| jours| ημέρες| dagen)/g)).toEqual(['30'])
})
