import type { Integration } from '@sportello/contract'
import { optionsOf, type Payload, type SelectOption } from '@sportello/fields'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Outbound } from '../../platform/http/outbound/outbound.ts'
import { askService, serviceError } from './ask-service.ts'
import { checkInput } from './check-input.ts'
import { readOptions } from './read-options.ts'

type Options = readonly SelectOption[]

/**
 * Two limits: the parallel calls to one data source, and the parallel calls to all data sources that one network
 * address
 * may cause.
 */
const MAX_OF_SERVICE = 20
const MAX_OF_ADDRESS = 10
/**
 * Threshold of the circuit breaker: after this many consecutive timeouts, the server stops calling a data source for
 * some time.
 */
const FAILURES_TO_REST = 5
const REST_MS = 5_000
/**
 * Maximum total length in characters of all cached responses of data sources. Next to it: the number of characters that
 * the cache counts for each option in addition to its text.
 */
const MAX_REMEMBERED = 16_000_000
const OPTION_COST = 50

interface Remembered {
  options: Options
  until: number
  size: number
}

/** The state of the circuit breaker for one data source. A change of the data source's settings creates a new state. */
interface Health {
  /** Id of the row with the data source's settings. */
  id: number
  running: number
  failures: number
  restsUntil: number
}

/**
 * Looks up the options of questions at data sources. Parallel look-ups share one call, and responses are cached. A
 * limit of parallel calls and a circuit breaker protect the data source.
 */
export class OptionLookups {
  readonly #outbound: Outbound
  readonly #health = new WeakMap<Integration, Health>()
  readonly #ofAddress = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<Options>>()
  /** Cached responses of data sources, least recently used first. */
  readonly #remembered = new Map<string, Remembered>()
  #rememberedSize = 0
  #services = 0

  constructor(outbound: Outbound) {
    this.#outbound = outbound
  }

  /**
   * Returns the options that a data source offers for a visitor's input.
   * @param given the visitor's input, keyed as the data source expects it
   * @param address the visitor's network address
   * @throws ApiError forms_integrations0001 to 0004, 0006.
   */
  async lookUp(integration: Integration, given: Readonly<Record<string, unknown>>, address: string): Promise<Options> {
    const payload = checkInput(integration, given)
    if (integration.kind === 'static') return optionsOf(integration.options)
    const key = JSON.stringify([this.#healthOf(integration).id, payload])
    const known = this.#recall(key)
    if (known) return known
    const running = this.#underWay.get(key) ?? this.#ask(integration, payload, key, address).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, running)
    return running
  }

  async #ask(integration: Integration, payload: Payload, key: string, address: string): Promise<Options> {
    const health = this.#healthOf(integration)
    const ofAddress = this.#ofAddress.get(address) ?? 0
    if (health.restsUntil > Date.now()) throw serviceError('forms_integrations0006', integration.service, 'failed too often and rests')
    if (health.running >= MAX_OF_SERVICE || ofAddress >= MAX_OF_ADDRESS)
      throw new ApiError([{ code: 'forms_integrations0004' }], { headers: { 'retry-after': '1' } })
    health.running += 1
    this.#ofAddress.set(address, ofAddress + 1)
    try {
      const options = optionsOf(readOptions(integration, await askService(this.#outbound, integration, payload)))
      health.failures = 0
      this.#remember(key, options, integration.cache_s ?? 0)
      return options
    } catch (error) {
      // Only timeouts open the circuit breaker, because a data source that rejects one call may accept the next call.
      if (error instanceof ApiError && error.entries[0].code === 'forms_integrations0006') {
        health.failures += 1
        if (health.failures >= FAILURES_TO_REST) health.restsUntil = Date.now() + REST_MS
      } else health.failures = 0
      throw error
    } finally {
      health.running -= 1
      const left = (this.#ofAddress.get(address) ?? 1) - 1
      if (left > 0) this.#ofAddress.set(address, left)
      else this.#ofAddress.delete(address)
    }
  }

  #healthOf(integration: Integration): Health {
    const known = this.#health.get(integration) ?? { id: ++this.#services, running: 0, failures: 0, restsUntil: 0 }
    this.#health.set(integration, known)
    return known
  }

  #recall(key: string): Options | undefined {
    const known = this.#remembered.get(key)
    if (!known) return undefined
    this.#remembered.delete(key)
    if (known.until > Date.now()) {
      this.#remembered.set(key, known)
      return known.options
    }
    this.#rememberedSize -= known.size
    return undefined
  }

  #remember(key: string, options: Options, seconds: number): void {
    if (seconds <= 0) return
    const size = options.reduce((sum, option) => sum + option.key.length + option.value.length + OPTION_COST, key.length + OPTION_COST)
    this.#remembered.set(key, { options, until: Date.now() + seconds * 1_000, size })
    this.#rememberedSize += size
    for (const [oldest, { size: freed }] of this.#remembered) {
      if (this.#rememberedSize <= MAX_REMEMBERED) return
      this.#remembered.delete(oldest)
      this.#rememberedSize -= freed
    }
  }
}
