import type { SiteMapNode } from '@sportello/contract'
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { browserApi } from '../../shared/call.ts'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { filtered, openRows } from '../features/site-map/rows.ts'
import { Tree } from '../features/site-map/tree.tsx'
import { usePageSettings } from '../page-settings.ts'
import { useCustomer } from '../use-customer.ts'
import { ContactLinks } from './contact-links.tsx'

/**
 * Page that shows the steps of the form in the chosen language as a tree, with a filter (visitor specification, section
 * 2: "/siteMap").
 */
export function SiteMapPage() {
  const { config, chosen } = useCustomer()
  const { t, language } = useWords()
  const settings = usePageSettings()
  const api = useMemo(() => browserApi(settings, () => language), [settings, language])
  const filterId = useId()
  const [map, setMap] = useState<SiteMapNode | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(filter)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const stop = new AbortController()
    api.getSiteMap(config.form_code, chosen?.code_tag, stop.signal).then(setMap, () => stop.signal.aborted || setMap('failed'))
    return () => stop.abort()
  }, [api, config.form_code, chosen, tries])

  const roots = useMemo(() => (map && map !== 'failed' ? map.children : []), [map])
  const result = useMemo(() => (wanted.trim() === '' ? { nodes: roots, open, more: 0 } : filtered(roots, wanted)), [roots, open, wanted])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shownOpen = useMemo(() => new Set([...result.open].filter((code) => wanted.trim() === '' || !closed.has(code))), [result.open, closed, wanted])
  const rows = useMemo(() => openRows(result.nodes, shownOpen), [result.nodes, shownOpen])

  function toggle(codeTag: string): void {
    const flip = (now: ReadonlySet<string>) => (now.has(codeTag) ? new Set([...now].filter((code) => code !== codeTag)) : new Set([...now, codeTag]))
    if (wanted.trim() === '') setOpen(flip)
    else setClosed(flip)
  }

  return (
    <section className="site-map" aria-labelledby="site-map-title">
      <h1 id="site-map-title">{t('mappa_titolo')}</h1>
      <div className="site-map-filter">
        <label htmlFor={filterId}>{t('mappa_filtro')}</label>
        <input
          id={filterId}
          type="search"
          className="control"
          autoComplete="off"
          maxLength={200}
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value)
            setClosed(new Set())
          }}
        />
      </div>
      {map === null && (
        <p className="site-map-loading" aria-busy="true">
          <span className="visually-hidden">{t('caricamento')}</span>
        </p>
      )}
      {map === 'failed' && (
        <div role="alert">
          <p>{t('errore_recupero_dati')}</p>
          <Button
            onClick={() => {
              setMap(null)
              setTries(tries + 1)
            }}
          >
            {t('riprova')}
          </Button>
        </div>
      )}
      {map && map !== 'failed' && (
        <>
          <p className="site-map-root">
            <a href={paths.home(config.form_code)}>
              <Icon name="home" />
              {config.form_title}
            </a>
          </p>
          {rows.length > 0 && <Tree label={t('mappa_titolo')} rows={rows} onToggle={toggle} />}
          <p role="status" className={rows.length === 0 ? 'site-map-none' : 'site-map-more'}>
            {rows.length === 0 ? `${t('mappa_nessuna')}. ${t('mappa_cambia_filtro')}` : result.more > 0 ? t('mappa_altre', String(result.more)) : ''}
          </p>
        </>
      )}
      <div className="site-map-contact">
        <ContactLinks text={t('mappa_contatto')} alone />
      </div>
    </section>
  )
}
