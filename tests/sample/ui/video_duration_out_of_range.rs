use sample_client::video::Seconds;

const TOO_SHORT: Seconds<4, 15> = Seconds::of::<3>();
const TOO_LONG: Seconds<3, 15> = Seconds::of::<16>();

fn main() {
    println!("{TOO_SHORT} {TOO_LONG}");
}
