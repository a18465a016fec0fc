/** The limits for an answer that the `constraint` of an XLSForm question defines. */
export interface Limits {
  min?: string
  max?: string
  minLength?: number
  maxLength?: number
  patterns: string[]
  /** Set if the first (`from`) or the last (`until`) allowed day is `today()`. */
  from?: 'today'
  until?: 'today'
}

const MAX_CONSTRAINT = 2_000

/**
 * Parses the `constraint` of an XLSForm question, such as `. >= 18 and . <= 99` or `regex(., '[A-Z]{3}')`. Returns
 * undefined if the importer does not understand a part of it.
 * @param isWhole true if the answer is a whole number, so that `. > 5` means at least 6
 */
export function limitsOf(constraint: string, isWhole: boolean): Limits | undefined {
  if (constraint.length > MAX_CONSTRAINT) return undefined
  const straight = constraint.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
  const limits: Limits = { patterns: [] }
  return clausesOf(straight).every((clause) => addClause(clause, limits, isWhole)) ? limits : undefined
}

/** Splits an XLSForm constraint at each `and` outside quotes, and removes the brackets around each part. */
function clausesOf(text: string): string[] {
  const parts = text.split(/('[^']*'|"[^"]*")/)
  const clauses: string[] = ['']
  for (const [at, part] of parts.entries()) {
    const [first = '', ...more] = at % 2 === 1 ? [part] : part.split(/\s+and\s+/)
    clauses.push(`${clauses.pop() ?? ''}${first}`, ...more)
  }
  return clauses.map((clause) => /^\s*\((.*)\)\s*$/s.exec(clause)?.[1] ?? clause).map((clause) => clause.trim())
}

function addClause(clause: string, limits: Limits, isWhole: boolean): boolean {
  const [, quoted] = /^regex\(\s*\.\s*,\s*('[^']*'|"[^"]*")\s*\)$/.exec(clause) ?? []
  if (quoted !== undefined) {
    limits.patterns.push(quoted.slice(1, -1))
    return true
  }
  const [, sign = '', count] = /^string-length\(\s*\.?\s*\)\s*(<=|>=|<|>|=)\s*(\d{1,6})$/.exec(clause) ?? []
  if (count !== undefined) return addLength(sign, Number(count), limits)
  const [, operator = '', value] = /^\.\s*(<=|>=|<|>)\s*(-?\d{1,15}(?:\.\d{1,15})?|today\(\)|date\(\s*['"]\d{4}-\d{2}-\d{2}['"]\s*\))$/.exec(clause) ?? []
  if (value === undefined) return false
  const isLower = operator.startsWith('>')
  if (value === 'today()') {
    if (operator.length === 1) return false
    if (isLower) limits.from = 'today'
    else limits.until = 'today'
    return true
  }
  const bound = /\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? strictBound(operator, value, isWhole)
  if (bound === undefined) return false
  limits[isLower ? 'min' : 'max'] = bound
  return true
}

/**
 * Returns the smallest or largest allowed value of a comparison in a constraint. Returns undefined if `<` or `>`
 * compares numbers with decimals, which have no such value.
 */
function strictBound(operator: string, value: string, isWhole: boolean): string | undefined {
  if (operator.length === 2) return value
  if (!isWhole || value.includes('.')) return undefined
  return String(Number(value) + (operator === '>' ? 1 : -1))
}

function addLength(sign: string, count: number, limits: Limits): boolean {
  if (sign === '=' || sign.startsWith('>')) limits.minLength = sign === '>' ? count + 1 : count
  if (sign === '=' || sign.startsWith('<')) limits.maxLength = sign === '<' ? count - 1 : count
  return true
}
