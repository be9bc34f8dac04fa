// SPDX-License-Identifier: Apache-2.0

/** As much of IndexedDB as the cache of templates needs, with answers that come later as the real one's do. */
export class FakeIndexedDB {
  #databases = new Map();

  open(name) {
    const isNew = !this.#databases.has(name);
    if (isNew) this.#databases.set(name, new FakeDatabase());
    const request = answer(() => this.#databases.get(name));
    if (isNew) {
      queueMicrotask(() => {
        request.result = this.#databases.get(name);
        request.onupgradeneeded?.();
      });
    }
    return request;
  }
}

function answer(make) {
  const request = {};
  setTimeout(() => {
    try {
      request.result = make();
      request.onsuccess?.();
    } catch (error) {
      request.error = error;
      request.onerror?.();
    }
  }, 0);
  return request;
}

class FakeDatabase {
  #stores = new Map();

  createObjectStore(name, { keyPath }) {
    const store = new FakeStore(keyPath);
    this.#stores.set(name, store);
    return store;
  }

  transaction() {
    return { objectStore: (name) => this.#stores.get(name) };
  }
}

class FakeStore {
  #keyPath;
  #records = new Map();

  constructor(keyPath) {
    this.#keyPath = keyPath;
  }

  createIndex() {}

  index(name) {
    return {
      getAll: (value) => answer(() => this.#all().filter((record) => record[name] === value)),
    };
  }

  #all() {
    return [...this.#records.values()].map((record) => structuredClone(record));
  }

  getAll() {
    return answer(() => this.#all());
  }

  put(record) {
    const copy = structuredClone(record);
    return answer(() => void this.#records.set(copy[this.#keyPath], copy));
  }

  delete(key) {
    return answer(() => void this.#records.delete(key));
  }

  clear() {
    return answer(() => this.#records.clear());
  }
}
