/**
 * Returns a CSS rule that defines the design tokens that a style sheet uses, and the tokens that these refer to.
 * @param style text of the style sheet, which uses tokens as `var(--it-…)`
 * @param tokens text of the style sheet that defines all tokens
 * @throws if a token is not defined
 */
export function usedTokens(style: string, tokens: string): string {
  const values = new Map([...tokens.matchAll(/(--it-[\w-]+):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]))
  const used = new Map<string, string>()
  const waiting = tokensIn(style)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    const value = values.get(name)
    if (value === undefined) throw new Error(`The design token ${name} is not defined.`)
    used.set(name, value)
    waiting.push(...tokensIn(value))
  }
  return `:root{${[...used].map(([name, value]) => `${name}:${value}`).join(';')}}`
}

const tokensIn = (text: string) => [...text.matchAll(/var\((--it-[\w-]+)/g)].map(([, name = '']) => name)
