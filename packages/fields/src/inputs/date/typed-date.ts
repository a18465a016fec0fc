import type { DateSettings } from './definition.ts'

const DEFAULT_FORMAT = 'DD/MM/YYYY'

const FORMAT = /^(DD|MM|YYYY)([^DMY]*)(DD|MM|YYYY)\2(DD|MM|YYYY)$/

/**
 * How a day is typed in this field: the author's order of DD, MM and YYYY, with the author's separator where one is given. A format that
 * does not hold each of the three once is the Italian one.
 */
export function typedFormat({ format = DEFAULT_FORMAT, separator }: DateSettings): string {
  const [, first = 'DD', own = '/', second = 'MM', third = 'YYYY'] = FORMAT.exec(format.toUpperCase().replace(/G/g, 'D').replace(/A/g, 'Y')) ?? []
  const parts = [first, second, third]
  const order = new Set(parts).size === parts.length ? parts : ['DD', 'MM', 'YYYY']
  return order.join(separator || (order === parts ? own : '/'))
}

/** The day (YYYY-MM-DD) that was typed in the format, or undefined where it is not in it. Whether the day exists is not judged here. */
export function readDay(typed: string, format: string): string | undefined {
  if (typed.length !== format.length) return undefined
  const parts: Record<string, string> = { D: '', M: '', Y: '' }
  for (const [at, sign] of [...format].entries()) {
    const letter = typed[at] ?? ''
    if (sign in parts) {
      if (letter < '0' || letter > '9') return undefined
      parts[sign] += letter
    } else if (letter !== sign) return undefined
  }
  return `${parts.Y}-${parts.M}-${parts.D}`
}

/** A day (YYYY-MM-DD) as it is typed in the format. */
export function writeDay(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('DD', date).replace('MM', month).replace('YYYY', year)
}
