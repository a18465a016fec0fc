import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { Tab as AriaTab, Tabs as AriaTabs, type Key, TabList, TabPanel } from 'react-aria-components/Tabs'
import { useWords } from '../words.tsx'
import { FieldFaultsContext } from './field.tsx'

/**
 * Returns the tab that contains a given field of the modal: the tab with the longest prefix that matches the field's
 * name.
 */
function tabOf(tabs: readonly Tab[], name: string): Tab | undefined {
  const named = (tab: Tab) => Math.max(0, ...tab.fields.map((field) => (name.startsWith(field) ? field.length : 0)))
  const most = Math.max(...tabs.map(named))
  return most === 0 ? undefined : tabs.find((tab) => named(tab) === most)
}

export interface Tab {
  key: string
  label: string
  /** Name prefixes of the fields in this tab. The tab is marked if one of these fields has a server error. */
  fields: readonly string[]
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Key of the selected tab, if the parent component controls the selection, for example through the URL. */
  selected?: string
  onSelect?: (key: string) => void
}

/** Tabs with panels. A tab with a server error in one of its fields is selected automatically. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const { t } = useWords()
  const faults = use(FieldFaultsContext)
  const [own, setOwn] = useState<Key>(tabs[0]?.key ?? '')
  const chosen = selected ?? own
  const choose = useEffectEvent((key: Key) => (onSelect ? onSelect(String(key)) : setOwn(key)))
  const faultyTabs = new Set(Object.keys(faults).map((name) => tabOf(tabs, name)))
  const isFaulty = (tab: Tab) => faultyTabs.has(tab)
  const faulty = tabs.find(isFaulty)?.key
  useEffect(() => {
    if (faulty !== undefined) choose(faulty)
  }, [faulty])

  return (
    <AriaTabs className="tabs" selectedKey={chosen} onSelectionChange={(key) => (onSelect ? onSelect(String(key)) : setOwn(key))}>
      <TabList aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <AriaTab key={tab.key} id={tab.key} className="tab">
            {tab.label}
            {isFaulty(tab) && (
              <span className="tab-fault">
                <span aria-hidden="true">!</span>
                <span className="visually-hidden"> {t('tab_fault')}</span>
              </span>
            )}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className="tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
