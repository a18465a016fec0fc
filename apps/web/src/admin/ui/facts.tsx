import type { ReactNode } from 'react'

/** Definition list of names and values; keeps the line breaks in texts that visitors or operators typed. */
export function Facts({ facts }: { facts: readonly [string, ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label, and the list does not change
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
