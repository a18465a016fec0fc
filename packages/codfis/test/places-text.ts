import { writeFileSync } from 'node:fs'
import { belfioreConnector } from '@marketto/belfiore-connector-embedded'
import { placeKey } from '../src/place-key.ts'

/**
 * Repairs letters that the source package has decoded with the wrong encoding and then cut off: "CittÃ" for "Città",
 * "RoverÃ¨" for "Roverè".
 */
const BROKEN: Readonly<Record<string, string>> = { '¢': 'â', '¨': 'è', '¬': 'ì', '²': 'ò' }
const mended = (name: string): string => name.replace(/[ÃĂ](.?)/g, (_, tail: string) => BROKEN[tail] ?? `à${tail}`)

const numberOf = (code: string): number => (code.charCodeAt(0) - 65) * 1000 + Number(code.slice(1))

/**
 * Returns the text of the module `src/places-data.ts`. It has one line for each place, sorted by code, which is nearly
 * the order of the names. A line contains the difference between the place's code and the code of the previous line
 * (omitted if it is 1), and then the name. The module takes 38 kB compressed; with complete codes and names it would
 * take 51 kB.
 */
export async function placesText(): Promise<string> {
  const places = (await belfioreConnector.toArray()).map(({ belfioreCode, name }) => ({ number: numberOf(belfioreCode), name: placeKey(mended(name)) }))
  places.sort((a, b) => a.number - b.number)
  const lines = places.map(({ number, name }, at) => {
    const step = number - (places[at - 1]?.number ?? 0)
    return `${step === 1 ? '' : step}${name}`
  })
  return `// Written by \`npm run places\`, from @marketto/belfiore-connector-embedded (MIT). Sources of the names and codes, here without accents and blanks:
// Ministero dell'Interno, ANPR, archivio storico dei comuni (CC BY 4.0); Agenzia delle Entrate, codici catastali (CC BY 4.0);
// Istat, unità territoriali estere and Stati esteri cessati (CC BY 3.0 IT).

/** One line for each place: the letters of its name, in front of them the difference to the code of the line above if it is not 1. A000 is 0, Z000 is 25000. */
export const placesData = \`
${lines.join('\n')}
\`
`
}

if (import.meta.main) writeFileSync(new URL('../src/places-data.ts', import.meta.url), await placesText())
