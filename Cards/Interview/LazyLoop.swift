// QUESTION: The price is written by a lazy closure, which was used once.
// The screen is closed: are screen and cart freed?

import Probe

struct LazyLoop: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    trial.check("prices are written", screen.price(7) == "7 crowns")
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()

  lazy var price: (Int) -> String = { amount in
    "\(amount) \(self.cart.currency)"
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  let currency = "crowns"

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// Using the lazy property made the closure and kept it: the screen owns the
// closure, and the closure the screen. `[unowned self]` would do here, as
// long as nobody copies the closure out of the screen.
