import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useState } from 'react'
import { useWords } from '../words.tsx'
import { FieldFaultsContext } from './field.tsx'

/** The tab of a field: the one that names most of it. */
function tabOf(tabs: readonly Tab[], name: string): Tab | undefined {
  const named = (tab: Tab) => Math.max(0, ...tab.fields.map((field) => (name.startsWith(field) ? field.length : 0)))
  const most = Math.max(...tabs.map(named))
  return most === 0 ? undefined : tabs.find((tab) => named(tab) === most)
}

export interface Tab {
  key: string
  label: string
  /** Beginnings of the names of its fields: a refusal that names one of them is told on the tab. */
  fields: readonly string[]
  content: ReactNode
}

/** Panels of which one is shown (ARIA APG, "Tabs"). The one with a refused field comes to the front by itself. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { t } = useWords()
  const id = useId()
  const faults = use(FieldFaultsContext)
  const [chosen, setChosen] = useState(tabs[0]?.key)
  const faultyTabs = new Set(Object.keys(faults).map((name) => tabOf(tabs, name)))
  const isFaulty = (tab: Tab) => faultyTabs.has(tab)
  const faulty = tabs.find(isFaulty)?.key
  useEffect(() => {
    if (faulty !== undefined) setChosen(faulty)
  }, [faulty])

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const at = tabs.findIndex(({ key }) => key === chosen)
    const places: Partial<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    const next = (place + tabs.length) % tabs.length
    setChosen(tabs[next]?.key)
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={press} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className="tab"
            aria-selected={tab.key === chosen}
            aria-controls={tab.key === chosen ? `${id}-panel` : undefined}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => setChosen(tab.key)}
          >
            {tab.label}
            {isFaulty(tab) && (
              <span className="tab-fault">
                <span aria-hidden="true">!</span>
                <span className="visually-hidden"> {t('tab_fault')}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="tab-panel">
        {tabs.find(({ key }) => key === chosen)?.content}
      </div>
    </div>
  )
}
