// QUESTION: The same screen, with a word here and there. The screen is
// closed: are screen and cart freed?

import Probe

struct NoLoops: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.open()
    screen.cart.onError?("no coin")
    trial.check("error and price", screen.price(1) == "1: no coin")
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()
  var banner = ""
  var retry: (() -> Void)?
  lazy var price: (Int) -> String = {
    [unowned self] in "\($0): \(self.banner)"
  }

  func open() {
    cart.delegate = self
    cart.voucher.cart = cart
    cart.onError = { [weak self] in self?.banner = $0 }
    retry = { [weak self] in self?.open() }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  weak var delegate: CartScreen?
  var onError: ((String) -> Void)?
  let voucher = Voucher()

  deinit { logDeinit(self) }
}

@MainActor
private final class Voucher {
  weak var cart: Cart?
}

// ANSWER: freed
//
// The screen owns the cart, the retry and the lazy closure, and the cart
// the error closure and the voucher; nobody owns backwards. Five words
// mended it: weak four times, and unowned where the closure never leaves
// the screen.
