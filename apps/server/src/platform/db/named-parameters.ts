/** An SQL statement whose `:name` parameters are converted to PostgreSQL's `$1`, `$2`, … */
interface NamedStatement {
  text: string
  /**
   * Returns the values of an SQL statement's parameters in the order of PostgreSQL's parameter numbers.
   * @throws if a parameter has no value, or if a value belongs to no parameter.
   */
  bind: (values: Readonly<Record<string, unknown>>) => unknown[]
}

/**
 * Matches the tokens of an SQL statement. Literals, quoted identifiers and comments are matched first, so that a colon
 * inside them is not taken for a parameter. `::type` is a cast.
 */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|(?<!\w):([a-z_]\w*)/gi

/**
 * Replaces the `:name` parameters of an SQL statement by PostgreSQL's numbered parameters. The numbers follow the order
 * in
 * which the names first occur. Does not support escape strings (`E'…\'…'`) and dollar quotes.
 * @throws if the statement already has numbered parameters.
 */
export function namedParameters(sql: string): NamedStatement {
  if (/\$\d/.test(sql)) throw new Error('a statement with named parameters must not have positions')
  const names: string[] = []
  const text = sql.replaceAll(TOKEN, (token: string, name: string | undefined) => {
    if (name === undefined) return token
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return {
    text,
    bind: (values) => {
      const unused = Object.keys(values).find((name) => !names.includes(name))
      if (unused !== undefined) throw new Error(`the statement has no parameter :${unused}`)
      return names.map((name) => {
        if (values[name] === undefined) throw new Error(`parameter :${name} has no value`)
        return values[name]
      })
    },
  }
}
