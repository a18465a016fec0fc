import { randomUUID } from 'node:crypto'
import { codesOf, send } from '../client.ts'
import { raceFigure, thousands } from '../figure.ts'
import { LIMIT } from '../lab-bundle.ts'
import { freshSend } from '../ledger.ts'
import { inParallel, Tally, urlsOf } from '../parallel.ts'

const SENDS = 60

export const exactLimit = raceFigure({
  id: 'G4',
  what: `A person who may send ${LIMIT} requests sends 60 in parallel, to two servers`,
  goal: `1,000 people: exactly ${LIMIT} requests stored of each, the others rejected`,
  async takeFrom(lab, size) {
    const people = size(1_000)
    const admitted = new Tally()
    const refused = new Tally()
    for (let person = 0; person < people; person++) {
      const email = `${randomUUID()}@example.org`
      const answers = await inParallel(urlsOf(lab), SENDS, (url) => send(url, { ...freshSend('limited'), email }))
      admitted.add(answers.filter(({ status }) => status === 201).length)
      for (const answer of answers) if (answer.status !== 201) refused.add(`${answer.status} ${codesOf(answer)}`)
    }
    const stored = new Tally()
    const { rows } = await lab.owner.query<{ n: number }>(`select count(*)::int as n from requests where customer_code = 'limited' group by email`)
    for (const { n } of rows) stored.add(n)
    return {
      size: `${thousands(people)} people × ${SENDS} at once × ${lab.servers.length} servers`,
      measured: `acknowledged: ${admitted}; stored: ${stored}; refused: ${refused}`,
      met: admitted.isOnly(LIMIT, people) && stored.isOnly(LIMIT, people) && refused.isOnly('429 forms0024', people * (SENDS - LIMIT)),
    }
  },
})
